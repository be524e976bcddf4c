package io.evenkeel.app.evaluate;

import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.List;

/** A prediction with its target. */
record Observation(PredictiveDistribution prediction, Target target) {

  static Observations sample(List<Observation> observations) {
    return Observations.of(
        observations.stream().map(Observation::prediction).toList(),
        observations.stream().map(Observation::target).toList());
  }
}
