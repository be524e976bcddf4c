package io.evenkeel.core.profile;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * A point (p, y) at which the calibration mean embedding is evaluated.
 *
 * @param prediction p
 * @param target y, in the space of p
 */
public record TestLocation(PredictiveDistribution prediction, Target target) {

  /** Checks that the target belongs to the prediction. */
  public TestLocation {
    if (!prediction.space().contains(target)) {
      throw new IllegalArgumentException(
          "a test location needs a target in "
              + prediction.space()
              + ", the space of its prediction, got "
              + target);
    }
  }
}
