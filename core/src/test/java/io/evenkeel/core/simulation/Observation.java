package io.evenkeel.core.simulation;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.Map;

/** A prediction with its target. */
public record Observation(
    PredictiveDistribution prediction, Target target, Map<String, Double> features) {

  /** One of a case without features. */
  public Observation(PredictiveDistribution prediction, Target target) {
    this(prediction, target, Map.of());
  }
}
