package io.evenkeel.core.simulation;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/** A prediction with its target. */
public record Observation(PredictiveDistribution prediction, Target target) {}
