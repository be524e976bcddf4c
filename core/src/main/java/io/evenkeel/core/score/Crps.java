package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.TargetSpace;

/**
 * The continuous ranked probability score ∫ (F(t) − 1{t ≥ y})² dt of a prediction of real numbers,
 * in the unit of the target; 0 is best. In d dimensions it is the mean over the coordinates.
 *
 * <p>It is E|X − y| − E|X − X′| / 2 for independent X, X′ with the predicted law (Gneiting and
 * Raftery 2007, doi:10.1198/016214506000001437, equation 21). In closed form for normals, σ [z
 * (2Φ(z) − 1) + 2φ(z) − 1/√π] with z = (y − μ)/σ, for Laplace distributions, |y − μ| + β exp(−|y −
 * μ|/β) − 3β/4, for ensembles, distributions on integers, quantile forecasts with their tails, and
 * for mixtures of all kinds.
 */
public final class Crps {
  private static final double INVERSE_ROOT_PI = 1 / Math.sqrt(Math.PI);

  private Crps() {}

  /**
   * The score of the prediction p for the target y; +∞ where distances are too large for a number.
   * O(d), O(dn log n) for an ensemble of n, O(K) for K quantiles or points of a distribution on
   * integers, and O(K²d) for a mixture of K components. In a mixture, a forecast of K quantiles
   * counts as K + 1 components, and an ensemble or a distribution on integers as many as it has
   * points.
   *
   * @throws IllegalArgumentException if p is of classes
   */
  public static double of(PredictiveDistribution p, RealVector y) {
    if (p.space().kind() == TargetSpace.Kind.CLASSES) {
      throw new IllegalArgumentException("no CRPS is defined for " + p);
    }
    double score = unbounded(p, y);
    // Of a point that came true, rounding may leave less than nothing.
    return Double.isNaN(score) ? Double.POSITIVE_INFINITY : Math.max(0, score);
  }

  private static double unbounded(PredictiveDistribution p, RealVector y) {
    if (p instanceof Normal normal) {
      return of(normal, y);
    }
    if (p instanceof Ensemble ensemble) {
      return EnsembleCrps.of(ensemble, y);
    }
    if (p instanceof Counts counts) {
      return CountsCrps.of(counts, y.get(0));
    }
    return p instanceof Quantiles quantiles
        ? QuantilesCrps.of(quantiles, y.get(0))
        : of(Mixture.of(p), y);
  }

  /**
   * The mean of the score if the target has the law p: ∫ F (1 − F) dt = E|X − X′| / 2. Exact; as
   * long as one score takes.
   *
   * @throws IllegalArgumentException if p is of classes
   */
  public static double expected(PredictiveDistribution p) {
    if (p.space().kind() == TargetSpace.Kind.CLASSES) {
      throw new IllegalArgumentException("no CRPS is defined for " + p);
    }
    if (p instanceof Quantiles quantiles) {
      return QuantilesCrps.expected(quantiles);
    }
    if (p instanceof Counts counts) {
      return CountsCrps.expected(counts);
    }
    double sum = 0;
    for (int i = 0; i < p.space().size(); i++) {
      sum +=
          p instanceof Ensemble ensemble
              ? EnsembleCrps.spread(ensemble, i)
              : spread(Mixture.of(p), i);
    }
    return sum / p.space().size();
  }

  private static double spread(Mixture p, int i) {
    double sum = 0;
    for (int a = 0; a < p.size(); a++) {
      PredictiveDistribution one = p.component(a);
      double distance = p.weight(a) / 2 * MeanDistance.between(one, one, i);
      for (int b = 0; b < a; b++) {
        distance += p.weight(b) * MeanDistance.between(one, p.component(b), i);
      }
      sum += p.weight(a) * distance;
    }
    return sum;
  }

  /**
   * The fair score of an ensemble of n &ge; 2 members: E|X − X′| over pairs of different members.
   * On average it is best for an ensemble of draws from the law of the target, whatever its size,
   * while {@link #of} asks small ensembles for more spread. O(dn log n). (Ferro 2014,
   * doi:10.1002/qj.2270.)
   *
   * @throws IllegalArgumentException if there is but one member
   */
  public static double fair(Ensemble p, RealVector y) {
    int n = p.size();
    Checks.atLeast("members", n, 2);
    double distance = 0;
    for (int i = 0; i < p.dimension(); i++) {
      for (double member : p.sorted(i)) {
        distance += Math.abs(member - y.get(i)) / n;
      }
    }
    distance /= p.dimension();
    // E|X − y| less the score is half of the mean distance over all pairs, equal ones included.
    return distance - (distance - of(p, y)) * n / (n - 1);
  }

  private static double of(Normal p, RealVector y) {
    double sum = 0;
    for (int i = 0; i < p.dimension(); i++) {
      double sd = Math.sqrt(p.variance(i));
      sum += MeanDistance.folded(y.get(i) - p.mean(i), sd) - sd * INVERSE_ROOT_PI;
    }
    return sum / p.dimension();
  }

  private static double of(Mixture p, RealVector y) {
    double sum = 0;
    for (int i = 0; i < y.dimension(); i++) {
      for (int a = 0; a < p.size(); a++) {
        sum += p.weight(a) * MeanDistance.between(p.component(a), y.get(i), i);
      }
      sum -= spread(p, i);
    }
    return sum / y.dimension();
  }
}
