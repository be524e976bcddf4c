package io.evenkeel.core.calibration;

import java.util.function.DoubleFunction;

/** A way to learn a {@link CalibrationFunction} from a sample, all but one parameter fixed. */
@FunctionalInterface
public interface CalibrationEstimator {

  /**
   * The functions that can be learned from a sample, by the parameter: the number of bins, the
   * bandwidth or the ridge. What does not depend on it is computed once.
   */
  DoubleFunction<CalibrationFunction> learn(ResidualSample sample);
}
