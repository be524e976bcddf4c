package io.evenkeel.core.prediction;

/** One predictive distribution: what a model says of one target before it is known. */
public sealed interface PredictiveDistribution
    permits Categorical, Normal, Laplace, Uniform, Exponential, Composite {

  /** The space in which the target of this prediction lies. */
  TargetSpace space();
}
