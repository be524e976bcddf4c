package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * A recalibration r of predictions: a fixed map from a prediction to another one.
 *
 * <p>If the prediction p is calibrated, the likelihood ratio r(p)(y) / p(y) has expectation 1 given
 * p, whatever r is. So the product of the ratios of a series is an e-process against calibration,
 * and its logarithm grows per label by what the recalibration saves in log loss.
 *
 * <p>A target that p held impossible (probability 0, or off the support of a normal without
 * variance in some direction) has the ratio +∞: under calibration that event has probability 0, so
 * the expectation stays 1, and one such target refutes the prediction as it was made. But it may be
 * a wrong label: what is summed up are the bounded {@link LogRatios}.
 */
public sealed interface Recalibration
    permits Temperature, ClassShift, TopClassShift, LocationScale, PitBeta {

  /** log r(p)(y) − log p(y), in nats, for a target y in the space of p. */
  double logRatio(PredictiveDistribution p, Target y);

  /** What is wrong with predictions that this recalibration improves, in words. */
  String describe();
}
