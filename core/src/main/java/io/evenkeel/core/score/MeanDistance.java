package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Uniform;
import org.apache.commons.numbers.gamma.Erf;

/**
 * Mean distances E|Z_i − y| and E|Z_i − Z_i′| in one coordinate i of predictions of real numbers
 * that are not composite.
 */
final class MeanDistance {
  private static final double ROOT_TWO = Math.sqrt(2);
  private static final double ROOT_TWO_OVER_PI = Math.sqrt(2 / Math.PI);

  private MeanDistance() {}

  static double between(PredictiveDistribution p, double y, int i) {
    if (p instanceof Laplace laplace) {
      double distance = Math.abs(y - laplace.location());
      return distance + decayed(laplace.scale(), distance);
    }
    if (p instanceof Uniform uniform) {
      return ofUniform(uniform.width(), y - uniform.low(), uniform.high() - y);
    }
    if (p instanceof Exponential tail) {
      double outwards = tail.scale() < 0 ? tail.origin() - y : y - tail.origin();
      return ofTail(Math.abs(tail.scale()), outwards);
    }
    Normal normal = (Normal) p;
    return folded(y - normal.mean(i), Math.sqrt(normal.variance(i)));
  }

  private static double ofUniform(double width, double fromLow, double toHigh) {
    return fromLow > 0 && toHigh > 0
        ? (fromLow / width * fromLow + toHigh / width * toHigh) / 2
        : Math.abs(fromLow - toHigh) / 2;
  }

  private static double ofTail(double scale, double outwards) {
    return outwards <= 0 ? scale - outwards : outwards - scale + 2 * decayed(scale, outwards);
  }

  /**
   * Of every pair of kinds, with a relative error of below 1e-12 but for the digits that the
   * numbers lose in their differences.
   *
   * <p>A Laplace distribution is half an exponential to each side; two normals differ by a normal.
   * O(1).
   */
  static double between(PredictiveDistribution p, PredictiveDistribution q, int i) {
    if (p instanceof Laplace laplace) {
      return toLaplace(q, laplace, i);
    }
    if (q instanceof Laplace laplace) {
      return toLaplace(p, laplace, i);
    }
    if (q instanceof Normal b) {
      return p instanceof Normal a ? betweenNormals(a, b, i) : MeanDistancePairs.between(p, b);
    }
    return MeanDistancePairs.between(q, p);
  }

  private static double toLaplace(PredictiveDistribution p, Laplace q, int i) {
    return between(p, new Exponential(q.location(), q.scale()), i) / 2
        + between(p, new Exponential(q.location(), -q.scale()), i) / 2;
  }

  private static double betweenNormals(Normal a, Normal b, int i) {
    return folded(a.mean(i) - b.mean(i), Math.sqrt(a.variance(i) + b.variance(i)));
  }

  private static double decayed(double scale, double distance) {
    return scale == 0 ? 0 : scale * Math.exp(-distance / scale);
  }

  /** E|X| for X ~ N(δ, σ²). */
  static double folded(double delta, double sd) {
    if (sd == 0) {
      return Math.abs(delta);
    }
    double z = delta / sd;
    return sd * ROOT_TWO_OVER_PI * Math.exp(-z * z / 2) + delta * Erf.value(z / ROOT_TWO);
  }
}
