package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The continuous ranked probability score ∫ (F(t) − 1{t ≥ y})² dt of a normal prediction, in the
 * unit of the target; 0 is best.
 *
 * <p>For N(μ, σ²) with z = (y − μ)/σ it is σ [z (2Φ(z) − 1) + 2φ(z) − 1/√π] (Gneiting and Raftery
 * 2007, doi:10.1198/016214506000001437, equation 21); for a point mass |y − μ|. In d dimensions it
 * is the mean over the coordinates.
 */
public final class Crps {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);
  private static final double INVERSE_ROOT_PI = 1 / Math.sqrt(Math.PI);

  private Crps() {}

  /** The score of the prediction p for the target y. */
  public static double of(Normal p, RealVector y) {
    double sum = 0;
    for (int i = 0; i < p.dimension(); i++) {
      sum += ofCoordinate(y.get(i) - p.mean(i), Math.sqrt(p.variance(i)));
    }
    return sum / p.dimension();
  }

  private static double ofCoordinate(double residual, double sd) {
    if (sd == 0) {
      return Math.abs(residual);
    }
    double z = residual / sd;
    return sd
        * (z * (2 * STANDARD.cumulativeProbability(z) - 1)
            + 2 * STANDARD.density(z)
            - INVERSE_ROOT_PI);
  }
}
