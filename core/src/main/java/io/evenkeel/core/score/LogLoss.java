package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Uniform;
import java.util.function.Supplier;

/**
 * The log loss −log p(y) of a prediction, in nats: of a probability for classes and for {@link
 * Counts}, of a density for real vectors.
 *
 * <p>+∞ if the prediction held the target impossible; −∞ if the target has a probability of its
 * own, or the prediction is certain in some direction, so that the density is unbounded there. NaN
 * for an {@link Ensemble}, which has no density. At a quantile of {@link Quantiles} the density is
 * that of the interval below.
 *
 * <p>That {@linkplain #of of} sums holds what one target can do: farther away than 38 standard
 * deviations of a normal, or 745 scales of a Laplace or exponential distribution, it counts as one
 * at that distance. The density is 0 in a double there, and sums that the loss enters and leaves
 * again keep their digits. But distributions of different width are told apart beyond by the
 * {@linkplain #exact exact} loss alone. A count that a law gives less than 1e-15 counts with that
 * in both.
 */
public final class LogLoss {
  /** Beyond so many scales e^(−distance / scale) is 0 in a double. */
  private static final double FARTHEST = 745;

  private static final double LOG_TWO_PI = Math.log(2 * Math.PI);

  private static final LogLoss HELD = new LogLoss(StandardizedResidual::new, FARTHEST);
  private static final LogLoss EXACT = new LogLoss(StandardizedResidual::exact, Double.MAX_VALUE);

  private final Supplier<StandardizedResidual> residuals;
  private final double farthest;

  private LogLoss(Supplier<StandardizedResidual> residuals, double farthest) {
    this.residuals = residuals;
    this.farthest = farthest;
  }

  /** −log p(y) as it is summed, for a target y in the space of p. */
  public static double of(PredictiveDistribution p, Target y) {
    return HELD.loss(p, y);
  }

  /**
   * −log p(y) as it is, for a target y in the space of p: also where the density is less than a
   * double can hold. Up to z = 1e150 standard deviations of a normal.
   */
  public static double exact(PredictiveDistribution p, Target y) {
    return EXACT.loss(p, y);
  }

  private double loss(PredictiveDistribution p, Target y) {
    if (p instanceof Categorical categorical) {
      return -Math.log(categorical.probability(((ClassLabel) y).index()));
    }
    if (p instanceof Mixture mixture) {
      return ofMixture(mixture, y);
    }
    if (p instanceof Ensemble) {
      return Double.NaN;
    }
    if (p instanceof Counts counts) {
      return -Math.log(counts.likelihood(((RealVector) y).get(0)));
    }
    if (p instanceof Normal normal) {
      StandardizedResidual residual = residuals.get();
      residual.set(normal, (RealVector) y);
      return of(normal, residual);
    }
    return ofReal(p, y, ((RealVector) y).get(0));
  }

  private double ofReal(PredictiveDistribution p, Target target, double y) {
    if (p instanceof Laplace laplace) {
      return Math.log(2) + ofScale(laplace.scale(), Math.abs(y - laplace.location()));
    }
    if (p instanceof Exponential tail) {
      double outwards = tail.scale() < 0 ? tail.origin() - y : y - tail.origin();
      return ofScale(Math.abs(tail.scale()), tail.scale() == 0 ? Math.abs(outwards) : outwards);
    }
    if (p instanceof Uniform uniform) {
      return y >= uniform.low() && y <= uniform.high()
          ? Math.log(uniform.width())
          : Double.POSITIVE_INFINITY;
    }
    return ofQuantiles(((Quantiles) p).mixture(), target);
  }

  /** −log of e^(−distance / scale) / scale, whose exponent is held. */
  private double ofScale(double scale, double distance) {
    if (scale == 0) {
      return distance == 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return distance < 0
        ? Double.POSITIVE_INFINITY
        : Math.log(scale) + Math.min(farthest, distance / scale);
  }

  /**
   * The components meet at the quantiles only, where the first one counts unless one is a point.
   */
  private double ofQuantiles(Mixture p, Target y) {
    double loss = Double.POSITIVE_INFINITY;
    for (int i = 0; i < p.size(); i++) {
      double part = p.weight(i) > 0 ? loss(p.component(i), y) - Math.log(p.weight(i)) : loss;
      if (loss == Double.POSITIVE_INFINITY || part == Double.NEGATIVE_INFINITY) {
        loss = part;
      }
    }
    return loss;
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

  /** −log Σ w_i e^(−loss_i), about the smallest loss. */
  private double ofMixture(Mixture p, Target y) {
    double[] losses = new double[p.size()];
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < losses.length; i++) {
      losses[i] = p.weight(i) > 0 ? loss(p.component(i), y) : Double.POSITIVE_INFINITY;
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
