package io.evenkeel.app.simulate;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.PredictiveDistribution;
import org.apache.commons.rng.UniformRandomProvider;

/** How predictions and their targets come about, before and after the change. */
public sealed interface Law permits CategoricalLaw, NormalLaw {

  /** A source of independent cases. */
  Sampler sampler(UniformRandomProvider random);

  /** Draws cases. */
  @FunctionalInterface
  interface Sampler {
    /**
     * The next case.
     *
     * @param changed whether the change has happened
     */
    Draw draw(boolean changed);
  }

  /**
   * A prediction and its target.
   *
   * @param prediction what the model says
   * @param target what comes
   * @param positive whether it is an outcome whose labels may come sooner than others
   */
  record Draw(PredictiveDistribution prediction, RawTarget target, boolean positive) {}
}
