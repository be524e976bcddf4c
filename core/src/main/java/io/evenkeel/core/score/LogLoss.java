package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
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
    if (p instanceof Laplace laplace) {
      return ofLaplace(laplace, ((RealVector) y).get(0));
    }
    if (p instanceof Mixture mixture) {
      return ofMixture(mixture, y);
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

  private static double ofLaplace(Laplace p, double y) {
    double distance = Math.abs(y - p.location());
    if (p.scale() == 0) {
      return distance == 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return Math.log(2 * p.scale()) + distance / p.scale();
  }

  /** −log Σ w_i e^(−loss_i), about the smallest loss. */
  private static double ofMixture(Mixture p, Target y) {
    double[] losses = new double[p.size()];
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < losses.length; i++) {
      losses[i] = p.weight(i) > 0 ? of(p.component(i), y) : Double.POSITIVE_INFINITY;
      least = Math.min(least, losses[i]);
    }
    if (Double.isInfinite(least)) {
      return least;
    }
    double sum = 0;
    for (int i = 0; i < losses.length; i++) {
      sum += p.weight(i) * Math.exp(least - losses[i]);
    }
    return least - Math.log(sum);
  }
}
