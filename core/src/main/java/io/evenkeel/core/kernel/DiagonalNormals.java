package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;

/** Expectations of the Gaussian kernel under normals with independent coordinates. */
final class DiagonalNormals {
  /** Where g(u) − g(0) is more, the sums below would overflow, and do not cancel. */
  private static final double LARGE = 30;

  /** Beyond, the exponential of minus a half of it is 0. */
  private static final double FARTHEST = 1500;

  private DiagonalNormals() {}

  static double expectation(double gamma, Normal p, RealVector y) {
    double determinant = 1;
    double exponent = 0;
    for (int i = 0; i < p.dimension(); i++) {
      double delta = p.mean(i) - y.get(i);
      double scale = 1 + 2 * gamma * p.variance(i);
      determinant *= scale;
      exponent += delta * delta / scale;
    }
    return Math.exp(-gamma * exponent) / Math.sqrt(determinant);
  }

  static double expectation(double gamma, Normal p, Normal q) {
    double determinant = 1;
    double exponent = 0;
    for (int i = 0; i < p.dimension(); i++) {
      double delta = p.mean(i) - q.mean(i);
      double scale = 1 + 2 * gamma * (p.variance(i) + q.variance(i));
      determinant *= scale;
      exponent += delta * delta / scale;
    }
    return Math.exp(-gamma * exponent) / Math.sqrt(determinant);
  }

  /** Four exponentials for each target, and four determinants for all. */
  static void moments(double gamma, Normal p, Target[] y, int n, TargetMoments into) {
    double ofOne = factor(gamma, p);
    double ofTwo = factor(2 * gamma, p);
    double ofThree = factor(3 * gamma, p);
    double ofFour = factor(4 * gamma, p);
    for (int a = 0; a < n; a++) {
      RealVector target = KernelArguments.vector(y[a]);
      KernelArguments.sameSize(p.dimension(), target.dimension());
      double mean = ofOne * decay(gamma, p, target);
      double square = ofTwo * decay(2 * gamma, p, target);
      double cube = ofThree * decay(3 * gamma, p, target);
      double fourth = ofFour * decay(4 * gamma, p, target);
      into.set(a, mean, TargetMoments.central(mean, square, cube, fourth));
    }
    productExpectations(gamma, p, y, n, into.products());
  }

  private static double factor(double gamma, Normal p) {
    double determinant = 1;
    for (int i = 0; i < p.dimension(); i++) {
      determinant *= 1 + 2 * gamma * p.variance(i);
    }
    return 1 / Math.sqrt(determinant);
  }

  private static double decay(double gamma, Normal p, RealVector y) {
    double exponent = 0;
    for (int i = 0; i < p.dimension(); i++) {
      double delta = p.mean(i) - y.get(i);
      exponent += delta * delta / (1 + 2 * gamma * p.variance(i));
    }
    return Math.exp(-gamma * exponent);
  }

  /**
   * One exponential for each pair, and one determinant for all: of ‖y − z‖² + Σ (2μ − y − z)_i² /
   * (1 + 4γ Var Z_i), which is summed coordinate by coordinate.
   */
  static void productExpectations(double gamma, Normal p, Target[] y, int n, double[] into) {
    int pairs = n * (n + 1) / 2;
    Arrays.fill(into, 0, pairs, 0);
    for (int i = 0; i < p.dimension(); i++) {
      double mean = p.mean(i);
      double share = 1 / (1 + 4 * gamma * p.variance(i));
      int next = 0;
      for (int a = 0; a < n; a++) {
        double above = coordinate(p, y[a], i) - mean;
        for (int b = a; b < n; b++) {
          double below = mean - coordinate(p, y[b], i);
          double sum = above + below;
          double difference = above - below;
          into[next++] += sum * sum + difference * difference * share;
        }
      }
    }
    double factor = factor(2 * gamma, p);
    for (int pair = 0; pair < pairs; pair++) {
      into[pair] = factor * Math.exp(-gamma / 2 * into[pair]);
    }
  }

  private static double coordinate(Normal p, Target y, int i) {
    RealVector vector = KernelArguments.vector(y);
    KernelArguments.sameSize(p.dimension(), vector.dimension());
    return vector.get(i);
  }

  static double midpointExpectation(double gamma, Normal p, RealVector y, RealVector z) {
    double determinant = 1;
    double exponent = 0;
    for (int i = 0; i < p.dimension(); i++) {
      double delta = p.mean(i) - (y.get(i) + z.get(i)) / 2;
      double scale = 1 + 2 * gamma * p.variance(i);
      determinant *= scale;
      exponent += delta * delta / scale;
    }
    return Math.exp(-gamma * exponent) / Math.sqrt(determinant);
  }

  /*
   * For two copies (Z₁, Z₁′) and (Z₂, Z₂′) that share Z, Z′, both or neither, E k(Z₁, Z₁′)
   * k(Z₂, Z₂′) depends only on the covariance of Z₁ − Z₁′ and Z₂ − Z₂′. With u = 2γ Var Z, v = 2γ
   * Var Z′, c = 1 + u + v, x = 2γ δ² and w = 2γ times that covariance it is
   *
   *   f(w) = (c² − w²)^(−½) exp(−x / (c + w)),
   *
   * and the variance of the residual is f(u + v) − f(u) − f(v) + f(0), of order u v. The four terms
   * lose everything where u or v is small, so with g = log f the code sums
   *
   *   f(0) [(e^α − 1)(e^β − 1) + e^(α + β) (e^κ − 1)],
   *   α = g(u) − g(0), β = g(v) − g(0), κ = g(u + v) − g(u) − g(v) + g(0),
   *
   * each a sum over the coordinates whose terms are of order u, v and u v. Of two normals far apart
   * f(0) is 0 in a double and e^α infinite. If α is the larger and large, the code sums
   *
   *   e^(g(u)) (e^(β + κ) − 1) − e^(g(0)) (e^β − 1),
   *
   * where the first term is more than the second; no g is more than −½ Σ x / c.
   */
  static double residualVariance(double gamma, Normal p, Normal q) {
    double determinant = 1;
    double exponent = 0;
    double alpha = 0;
    double beta = 0;
    double kappa = 0;
    for (int i = 0; i < p.dimension(); i++) {
      double u = 2 * gamma * p.variance(i);
      double v = 2 * gamma * q.variance(i);
      double c = 1 + u + v;
      double delta = p.mean(i) - q.mean(i);
      double x = 2 * gamma * delta * delta;
      determinant *= c;
      exponent += x / c;
      alpha += Math.log1p(u / (1 + v) * (u / (c + u))) / 2 + x / c * (u / (c + u));
      beta += Math.log1p(v / (1 + u) * (v / (c + v))) / 2 + x / c * (v / (c + v));
      kappa += Math.log1p(u * (v / (c + u + v)) * (2 + u / c * (v / c))) / 2;
      kappa -= x / c * (u / (c + u)) * (v / (c + v)) * ((2 * c + u + v) / (c + u + v));
    }
    if (exponent > FARTHEST) {
      return 0;
    }
    double larger = Math.max(alpha, beta);
    if (larger > LARGE) {
      double smaller = Math.min(alpha, beta);
      double log = -exponent - logDeterminant(gamma, p, q);
      return growth(log + larger, smaller + kappa) - growth(log, smaller);
    }
    double f0 = Math.exp(-exponent) / determinant;
    double marginals = Math.expm1(alpha) * Math.expm1(beta);
    return f0 * (marginals + Math.exp(alpha + beta) * Math.expm1(kappa));
  }

  private static double logDeterminant(double gamma, Normal p, Normal q) {
    double log = 0;
    for (int i = 0; i < p.dimension(); i++) {
      log += Math.log1p(2 * gamma * p.variance(i) + 2 * gamma * q.variance(i));
    }
    return log;
  }

  /** e^(log + more) − e^log. */
  private static double growth(double log, double more) {
    return more < 1 ? Math.exp(log) * Math.expm1(more) : Math.exp(log + more) - Math.exp(log);
  }
}
