package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * A mutable evaluator of the log-ratios of all recalibrations of a grid at one observation: the
 * numbers of {@link Recalibration#logRatio}, without allocation and with work shared between the
 * recalibrations.
 */
public sealed interface LogRatios
    permits CategoricalLogRatios, NormalLogRatios, UnivariateLogRatios {

  /**
   * Evaluates the log-ratios at an observation.
   *
   * @return whether the prediction held the target possible; if not, every ratio is +∞ and {@link
   *     #get} is not to be used
   */
  boolean evaluate(PredictiveDistribution p, Target y);

  /** An evaluator of the same recalibrations, for another thread. */
  LogRatios fresh();

  /** The log-ratio of recalibration i at the observation evaluated last. */
  double get(int i);
}
