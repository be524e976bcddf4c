package io.evenkeel.core.prediction;

/**
 * A prediction that is made of simpler ones: whatever is linear in a prediction is, of this one,
 * the weighted sum over its components.
 */
public sealed interface Composite extends PredictiveDistribution
    permits Mixture, Ensemble, Quantiles, Counts {

  /** The mixture that this prediction is, of components that are not composite. */
  Mixture mixture();
}
