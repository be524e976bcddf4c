package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * A mutable evaluator of the log-ratios of all recalibrations of a grid at one observation: the
 * numbers of {@link Recalibration#logRatio}, as far as labels can be {@linkplain
 * io.evenkeel.core.score.LabelNoise trusted}, without allocation and with work shared between the
 * recalibrations. They are finite, whatever the target.
 */
public sealed interface LogRatios
    permits CategoricalLogRatios, NormalLogRatios, UnivariateLogRatios {

  /**
   * Evaluates the log-ratios at an observation.
   *
   * @return whether the prediction held the target possible
   */
  boolean evaluate(PredictiveDistribution p, Target y);

  /** An evaluator of the same recalibrations, for another thread. */
  LogRatios fresh();

  /** The log-ratio of recalibration i at the observation evaluated last. */
  double get(int i);
}
