package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import java.util.List;

/**
 * A non-decreasing function of a real number: linear between its knots, and parallel to the
 * identity beyond the first and the last, so that nothing far out is pulled in.
 *
 * @param from where the knots are, at least one, strictly ascending and finite
 * @param to the value at each knot, ascending and finite
 */
public record MonotoneCurve(List<Double> from, List<Double> to) {

  /** Checks the order. */
  public MonotoneCurve {
    from = List.copyOf(from);
    to = List.copyOf(to);
    Checks.atLeast("number of knots", from.size(), 1);
    Checks.sameLength("knots", from.size(), "values", to.size());
    for (int k = 0; k < from.size(); k++) {
      Checks.finite("a knot", from.get(k));
      Checks.finite("a value", to.get(k));
      if (k > 0 && !(from.get(k - 1) < from.get(k) && to.get(k - 1) <= to.get(k))) {
        throw new IllegalArgumentException("knots must ascend, got " + from + " to " + to);
      }
    }
  }

  /** The value at x. */
  public double at(double x) {
    int last = from.size() - 1;
    if (x <= from.get(0)) {
      return x + (to.get(0) - from.get(0));
    }
    if (x >= from.get(last)) {
      return x + (to.get(last) - from.get(last));
    }
    int k = 1;
    while (from.get(k) < x) {
      k++;
    }
    double share = (x - from.get(k - 1)) / (from.get(k) - from.get(k - 1));
    return to.get(k - 1) + share * (to.get(k) - to.get(k - 1));
  }
}
