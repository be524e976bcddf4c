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
   * it. None if calibration is in it: then the fault is not known by this parameter.
   */
  Optional<String> inWords() {
    double side = family.displacement(interval.lower()) * family.displacement(interval.upper());
    if (!(side > 0)) {
      return Optional.empty();
    }
    double a = Math.abs(interval.lower());
    double b = Math.abs(interval.upper());
    String least = String.format(Locale.ROOT, "%.3g", Math.min(a, b));
    return Optional.of(
        Double.isInfinite(Math.max(a, b))
            ? "at least " + least
            : least + String.format(Locale.ROOT, " to %.3g", Math.max(a, b)));
  }
}
