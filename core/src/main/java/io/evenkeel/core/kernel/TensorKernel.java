package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * The tensor product kernel k((p, y), (q, z)) = k_P(p, q) k_Y(y, z), and the calibration residual h
 * of a pair.
 *
 * @param predictions k_P
 * @param targets k_Y
 */
public record TensorKernel(PredictionKernel predictions, TargetKernel targets) {

  /**
   * h((p, y), (q, z)) = k_P(p, q) [k_Y(y, z) − E k_Y(Z, z) − E k_Y(y, Z′) + E k_Y(Z, Z′)] for Z ~ p
   * and Z′ ~ q.
   *
   * <p>Its mean over independent observations is the SKCE, zero exactly when the model is
   * calibrated (Widmann et al. 2021, Lemma 1).
   */
  public double residual(PredictiveDistribution p, Target y, PredictiveDistribution q, Target z) {
    return predictions.apply(p, q) * targets.residual(p, y, q, z);
  }

  /**
   * The variance of {@link #residual} when both targets are drawn from their predictions, which are
   * given.
   */
  public double residualVariance(PredictiveDistribution p, PredictiveDistribution q) {
    double k = predictions.apply(p, q);
    return k * k * targets.residualVariance(p, q);
  }
}
