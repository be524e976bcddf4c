package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The continuous ranked probability score ∫ (F(t) − 1{t ≥ y})² dt of a prediction of real numbers,
 * in the unit of the target; 0 is best. In d dimensions it is the mean over the coordinates.
 *
 * <p>It is E|X − y| − E|X − X′| / 2 for independent X, X′ with the predicted law (Gneiting and
 * Raftery 2007, doi:10.1198/016214506000001437, equation 21). In closed form for normals, σ [z
 * (2Φ(z) − 1) + 2φ(z) − 1/√π] with z = (y − μ)/σ, for Laplace distributions, |y − μ| + β exp(−|y −
 * μ|/β) − 3β/4, and for mixtures of normals.
 */
public final class Crps {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);
  private static final double INVERSE_ROOT_PI = 1 / Math.sqrt(Math.PI);

  private Crps() {}

  /**
   * The score of the prediction p for the target y.
   *
   * @throws IllegalArgumentException if p is of classes, or a mixture of others than normals
   */
  public static double of(PredictiveDistribution p, RealVector y) {
    if (p instanceof Normal normal) {
      return of(normal, y);
    }
    if (p instanceof Laplace laplace) {
      return of(laplace, y.get(0));
    }
    if (p instanceof Mixture mixture && isOfNormals(mixture)) {
      return of(mixture, y);
    }
    throw new IllegalArgumentException("no closed form of the CRPS is known for " + p);
  }

  private static double of(Normal p, RealVector y) {
    double sum = 0;
    for (int i = 0; i < p.dimension(); i++) {
      double sd = Math.sqrt(p.variance(i));
      sum += meanDistance(y.get(i) - p.mean(i), sd) - sd * INVERSE_ROOT_PI;
    }
    return sum / p.dimension();
  }

  private static double of(Laplace p, double y) {
    double distance = Math.abs(y - p.location());
    if (p.scale() == 0) {
      return distance;
    }
    return distance + p.scale() * (Math.exp(-distance / p.scale()) - 0.75);
  }

  private static double of(Mixture p, RealVector y) {
    double sum = 0;
    for (int i = 0; i < y.dimension(); i++) {
      for (int a = 0; a < p.size(); a++) {
        Normal first = (Normal) p.component(a);
        double toTarget = meanDistance(y.get(i) - first.mean(i), Math.sqrt(first.variance(i)));
        sum += p.weight(a) * toTarget;
        for (int b = 0; b < p.size(); b++) {
          Normal second = (Normal) p.component(b);
          double sd = Math.sqrt(first.variance(i) + second.variance(i));
          double between = meanDistance(first.mean(i) - second.mean(i), sd);
          sum -= p.weight(a) * p.weight(b) * between / 2;
        }
      }
    }
    return sum / y.dimension();
  }

  private static boolean isOfNormals(Mixture p) {
    for (int a = 0; a < p.size(); a++) {
      if (!(p.component(a) instanceof Normal)) {
        return false;
      }
    }
    return true;
  }

  /** E|X − t| for X ~ N(0, σ²). */
  private static double meanDistance(double t, double sd) {
    if (sd == 0) {
      return Math.abs(t);
    }
    double z = t / sd;
    return sd * (z * (2 * STANDARD.cumulativeProbability(z) - 1) + 2 * STANDARD.density(z));
  }
}
