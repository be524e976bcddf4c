package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;

/**
 * The log loss −log p(y) of a prediction, in nats: of a probability for classes, of a density for
 * real vectors.
 *
 * <p>+∞ if the prediction held the target impossible; −∞ if it is certain in some direction (its
 * density is unbounded there) and right.
 */
public final class LogLoss {
  private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

  private LogLoss() {}

  /** −log p(y), for a target y in the space of p. */
  public static double of(PredictiveDistribution p, Target y) {
    if (p instanceof Categorical categorical) {
      return -Math.log(categorical.probability(((ClassLabel) y).index()));
    }
    StandardizedResidual residual = new StandardizedResidual();
    Normal normal = (Normal) p;
    residual.set(normal, (RealVector) y);
    return of(normal, residual);
  }

  /** −log p(y) of the target whose residual under p is given. */
  public static double of(Normal p, StandardizedResidual residual) {
    if (residual.isImpossible()) {
      return Double.POSITIVE_INFINITY;
    }
    if (residual.rank() < p.dimension()) {
      return Double.NEGATIVE_INFINITY;
    }
    return (residual.rank() * LOG_TWO_PI + residual.logDeterminant() + residual.squaredLength())
        / 2;
  }
}
