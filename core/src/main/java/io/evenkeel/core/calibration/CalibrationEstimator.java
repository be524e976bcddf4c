package io.evenkeel.core.calibration;

/** A way to learn a {@link CalibrationFunction} from a sample, all but one parameter fixed. */
@FunctionalInterface
public interface CalibrationEstimator {

  /**
   * The function learned from a sample.
   *
   * @param parameter the number of bins, the bandwidth or the ridge
   */
  CalibrationFunction learn(ResidualSample sample, double parameter);
}
