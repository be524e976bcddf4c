package io.evenkeel.app.observe;

import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.Map;

/**
 * A prediction whose label is not known.
 *
 * @param prediction the prediction
 * @param features those that came with it, by name
 * @param ofSeveral whether it is counted in several series
 */
record Predicted(
    PredictiveDistribution prediction, Map<String, Double> features, boolean ofSeveral) {}
