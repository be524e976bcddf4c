package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * A recalibration that can be applied: a fixed map from a prediction to the prediction that is to
 * be used instead, learned from labels by a {@link MapKind}.
 */
public sealed interface RecalibrationMap
    permits Temperature,
        ClassShift,
        TopClassShift,
        BetaCalibration,
        IsotonicCalibration,
        LocationScale,
        NormalRegression,
        QuantileMap,
        MapChain {

  /**
   * The recalibrated prediction, of the same target space.
   *
   * @throws IllegalArgumentException if the map is not for predictions of that kind
   */
  PredictiveDistribution recalibrate(PredictiveDistribution p);

  /** The map and its parameters in words. */
  String describe();
}
