package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.Map;
import java.util.Set;

/**
 * A recalibration that can be applied: a fixed map from a prediction to the prediction that is to
 * be used instead, learned from labels by a {@link MapKind}.
 */
public sealed interface RecalibrationMap
    permits Temperature,
        ClassShift,
        TopClassShift,
        VectorScaling,
        DirichletCalibration,
        BetaCalibration,
        IsotonicCalibration,
        LocationScale,
        NormalRegression,
        QuantileMap,
        SegmentMap,
        MapChain {

  /**
   * The recalibrated prediction, of the same target space.
   *
   * @throws IllegalArgumentException if the map is not for predictions of that kind
   */
  PredictiveDistribution recalibrate(PredictiveDistribution p);

  /**
   * What it does to predictions in some segments: itself, unless that depends on them.
   *
   * @param segments the attributes of a prediction by their names
   */
  default RecalibrationMap forSegments(Map<String, String> segments) {
    return this;
  }

  /**
   * Whether labels of these segments are among those that it was learned from, as far as it says.
   */
  default boolean knows(Map<String, String> segments) {
    return true;
  }

  /** The names of the attributes that it depends on. */
  default Set<String> attributes() {
    return Set.of();
  }

  /** The map and its parameters in words. */
  String describe();
}
