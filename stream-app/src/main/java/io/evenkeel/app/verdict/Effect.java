package io.evenkeel.app.verdict;

import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.Evidence;
import java.util.Locale;
import java.util.Optional;

/**
 * How large a miscalibration is: the interval of the parameter of the recalibration that saves
 * most.
 *
 * @param family of recalibrations in that parameter
 * @param interval where it lies, at level 1 − α and at all times at once
 */
record Effect(RecalibrationFamily family, Interval interval) {

  /** The effect in the evidence; none if no recalibration of one parameter saves most. */
  static Optional<Effect> of(Evidence evidence, double alpha) {
    return evidence
        .family()
        .flatMap(
            family ->
                evidence.interval(family, alpha).map(interval -> new Effect(family, interval)));
  }

  /** The parameter in words. */
  String parameter() {
    return family.toString();
  }

  /**
   * The interval, such as "1.52 to 1.65", without the sign of shifts, as the name of the fault has
   * it. None if calibration is in it: then the fault is not known by this parameter. None either if
   * the {@linkplain #beyond name} has its near end.
   */
  Optional<String> inWords() {
    if (!isOnOneSide() || isBeyond()) {
      return Optional.empty();
    }
    double a = Math.abs(interval.lower());
    double b = Math.abs(interval.upper());
    double least = Math.min(a, b);
    double largest = Math.max(a, b);
    if (Double.isInfinite(largest)) {
      return Optional.of(String.format(Locale.ROOT, "at least %.3g", least));
    }
    return Optional.of(
        least == 0
            ? String.format(Locale.ROOT, "at most %.3g", largest)
            : String.format(Locale.ROOT, "%.3g to %.3g", least, largest));
  }

  /**
   * The fault by the near end of the interval, such as "biased low by 1.14 sd or beyond"; none if
   * one that is weighed lies in the interval, and names it.
   */
  Optional<String> beyond() {
    return isOnOneSide() && isBeyond()
        ? Optional.of(family.recalibration(near()).describe() + " or beyond")
        : Optional.empty();
  }

  private boolean isOnOneSide() {
    return family.displacement(interval.lower()) * family.displacement(interval.upper()) > 0;
  }

  private boolean isBeyond() {
    double displacement = family.displacement(near());
    return Math.abs(displacement) > Math.abs(family.outermost(displacement));
  }

  /** The end that is nearer to calibration. */
  private double near() {
    return Math.abs(family.displacement(interval.lower()))
            < Math.abs(family.displacement(interval.upper()))
        ? interval.lower()
        : interval.upper();
  }
}
