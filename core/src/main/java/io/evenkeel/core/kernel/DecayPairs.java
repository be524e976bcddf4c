package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.ExponentialDifferences;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Uniform;
import java.util.Arrays;

/**
 * The Laplacian kernel under pairs of exponential, uniform and Laplace distributions. What lies
 * apart decays by a product, so supports are cut where one begins or ends within the other. All
 * terms are positive.
 */
final class DecayPairs {

  private DecayPairs() {}

  /** E e^(−γ|Z − Z′|) for Z ~ p and Z′ ~ q, neither of them normal or a point mass. */
  static double expectation(double gamma, PredictiveDistribution p, PredictiveDistribution q) {
    if (p instanceof Laplace laplace) {
      return q instanceof Laplace other
          ? laplaces(gamma, laplace, other)
          : (expectation(gamma, new Exponential(laplace.location(), laplace.scale()), q)
                  + expectation(gamma, new Exponential(laplace.location(), -laplace.scale()), q))
              / 2;
    }
    if (q instanceof Laplace || (p instanceof Uniform && q instanceof Exponential)) {
      return expectation(gamma, q, p);
    }
    if (q instanceof Uniform uniform) {
      return p instanceof Uniform other
          ? uniforms(gamma, other, uniform)
          : mixed(gamma, (Exponential) p, uniform);
    }
    return exponentials(gamma, (Exponential) p, (Exponential) q);
  }

  private static double laplaces(double gamma, Laplace p, Laplace q) {
    return LaplacePairs.expectation(
        gamma, Math.abs(p.location() - q.location()), p.scale(), q.scale());
  }

  private static double uniforms(double gamma, Uniform p, Uniform q) {
    if (p.high() <= q.low() || q.high() <= p.low()) {
      double gap = Math.max(p.low() - q.high(), q.low() - p.high());
      return Math.exp(-gamma * gap)
          * ExponentialDifferences.first(gamma * p.width())
          * ExponentialDifferences.first(gamma * q.width());
    }
    double cut = cut(p, q);
    if (!Double.isNaN(cut)) {
      Uniform low = new Uniform(p.low(), cut);
      Uniform high = new Uniform(cut, p.high());
      return (low.width() * uniforms(gamma, low, q) + high.width() * uniforms(gamma, high, q))
          / p.width();
    }
    return Double.isNaN(cut(q, p))
        ? 2 * ExponentialDifferences.second(0, gamma * p.width())
        : uniforms(gamma, q, p);
  }

  /** An end of q that lies within p, NaN if there is none. */
  private static double cut(Uniform p, Uniform q) {
    if (p.low() < q.low() && q.low() < p.high()) {
      return q.low();
    }
    return p.low() < q.high() && q.high() < p.high() ? q.high() : Double.NaN;
  }

  /** With the tail to the right, mirrored if need be. */
  private static double mixed(double gamma, Exponential p, Uniform q) {
    if (p.scale() < 0) {
      return mixed(
          gamma, new Exponential(-p.origin(), -p.scale()), new Uniform(-q.high(), -q.low()));
    }
    double from = q.low() - p.origin();
    double to = q.high() - p.origin();
    if (from < 0 && to > 0) {
      return (-from * below(gamma, p.scale(), 0, -from) + to * within(gamma, p.scale(), 0, to))
          / q.width();
    }
    return to <= 0
        ? below(gamma, p.scale(), -to, q.width())
        : within(gamma, p.scale(), from, q.width());
  }

  /** The uniform distribution ends a gap before the tail begins. */
  private static double below(double gamma, double scale, double gap, double width) {
    return Math.exp(-gamma * gap)
        * ExponentialDifferences.first(gamma * width)
        / (1 + gamma * scale);
  }

  /** The uniform distribution begins where the tail has come a way. */
  private static double within(double gamma, double scale, double way, double width) {
    double a = 1 / scale;
    double reached = Math.exp(-a * way);
    double behind = way == 0 ? 0 : LocationFamily.bothDecayed(a, gamma, way);
    double low = Math.min(a, gamma) * width;
    double high = Math.max(a, gamma) * width;
    return reached * ExponentialDifferences.first(a * width) / (1 + gamma * scale)
        + behind * ExponentialDifferences.first(gamma * width)
        + reached * a * width * ExponentialDifferences.second(low, high);
  }

  /** Two tails to one side differ by a tail to either side. */
  private static double exponentials(double gamma, Exponential p, Exponential q) {
    LaplacianKernel kernel = new LaplacianKernel(gamma);
    double scale = Math.abs(p.scale());
    double other = Math.abs(q.scale());
    if ((p.scale() > 0) == (q.scale() > 0)) {
      return (scale * kernel.expectation(p, Target.of(q.origin()))
              + other * kernel.expectation(q, Target.of(p.origin())))
          / (scale + other);
    }
    double between = p.scale() > 0 ? q.origin() - p.origin() : p.origin() - q.origin();
    return between <= 0
        ? Math.exp(gamma * between) / ((1 + gamma * scale) * (1 + gamma * other))
        : facing(gamma, 1 / scale, 1 / other, between);
  }

  /**
   * E e^(−γ|d − S|) for the sum S of two exponential variables: below d a convolution of three
   * decays; beyond it the second variable alone, or both, restart at d.
   */
  private static double facing(double gamma, double a, double b, double d) {
    double[] x = {a * d, b * d, gamma * d};
    Arrays.sort(x);
    double before =
        Math.exp(-x[0])
            * ExponentialDifferences.second(x[1] - x[0], x[2] - x[0])
            * (a * d)
            * (b * d);
    double second = LocationFamily.bothDecayed(a, b, d);
    double both = Math.exp(-a * d) * a / (a + gamma);
    return before + (second + both) * b / (b + gamma);
  }
}
