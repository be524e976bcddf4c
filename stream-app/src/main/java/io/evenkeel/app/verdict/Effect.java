package io.evenkeel.app.verdict;

import io.evenkeel.core.recalibration.ClassShift;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.Recalibration;
import io.evenkeel.core.recalibration.RecalibrationFamily;
import io.evenkeel.core.recalibration.RecalibrationFamily.Parameter;
import io.evenkeel.core.recalibration.Temperature;
import io.evenkeel.core.recalibration.TopClassShift;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.Evidence;
import java.util.Optional;

/**
 * How large a miscalibration is: the interval of the parameter of the recalibration that saves
 * most.
 *
 * @param parameter the parameter in words
 * @param interval where it lies, at level 1 − α and at all times at once
 */
record Effect(String parameter, Interval interval) {

  /** The effect in the evidence; none if no recalibration of one parameter saves most. */
  static Optional<Effect> of(Evidence evidence, double alpha) {
    return evidence
        .best()
        .flatMap(best -> family(best, evidence))
        .flatMap(
            family ->
                evidence
                    .interval(family, alpha)
                    .map(interval -> new Effect(family.toString(), interval)));
  }

  private static Optional<RecalibrationFamily> family(Recalibration best, Evidence evidence) {
    return evidence.grid().families().stream().filter(family -> holds(family, best)).findFirst();
  }

  private static boolean holds(RecalibrationFamily family, Recalibration best) {
    Parameter parameter = family.parameter();
    if (best instanceof Temperature) {
      return parameter == Parameter.TEMPERATURE;
    }
    if (best instanceof ClassShift shift) {
      return parameter == Parameter.CLASS_LOG_ODDS && family.index() == shift.index();
    }
    if (best instanceof TopClassShift) {
      return parameter == Parameter.TOP_CLASS_LOG_ODDS;
    }
    return best instanceof LocationScale both
        && (both.shift() == 0
            ? parameter == Parameter.SCALE
            : both.scale() == 1 && parameter == Parameter.LOCATION);
  }
}
