package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.score.StandardizedResidual;
import java.util.Arrays;

/**
 * The temperature that makes a sample most likely.
 *
 * <p>For classes the log loss is convex in 1/T; for normals T is the mean over the observations of
 * |z|²/d with the standardized residual z, for Laplace distributions that of |y − μ|/β (Widmann et
 * al. 2021, Appendix F). A sample that is right in every most probable class has no least log loss
 * above T = 0, and one that is worse than uniform none below ∞: then the temperature is a bound.
 *
 * @param temperature between the two bounds
 * @param atBound whether the temperature is one of the two because the log loss still falls there
 */
public record TemperatureFit(Temperature temperature, boolean atBound) {
  private static final int ITERATIONS = 200;

  /**
   * The best temperature between two bounds for n &ge; 1 observations.
   *
   * @throws IllegalArgumentException if a prediction held its target impossible, or has no density,
   *     or is a mixture of real numbers
   */
  public static TemperatureFit of(Observations sample, double least, double largest) {
    check(sample, least, largest);
    return between(
        least,
        largest,
        sample.prediction(0) instanceof Categorical
            ? 1 / bestPower(sample, 1 / largest, 1 / least, 0)
            : meanScale(sample));
  }

  /**
   * The same for classes, shrunk to the identity: the log loss of the sample grows by half the
   * precision times (1/T − 1)². Without, labels that are all right would ask for T = 0.
   *
   * @param precision at least 0
   */
  static TemperatureFit shrunk(
      Observations sample, double least, double largest, double precision) {
    check(sample, least, largest);
    return between(least, largest, 1 / bestPower(sample, 1 / largest, 1 / least, precision));
  }

  private static void check(Observations sample, double least, double largest) {
    Checks.atLeast("n", sample.size(), 1);
    Checks.positive("the least temperature", least);
    Checks.within("the largest temperature", largest, least, Double.MAX_VALUE);
  }

  private static TemperatureFit between(double least, double largest, double best) {
    double bounded = Math.max(least, Math.min(largest, best));
    return new TemperatureFit(new Temperature(bounded), !(bounded > least && bounded < largest));
  }

  /** The root of the slope of the log loss in u = 1/T, by Newton's method kept in its bracket. */
  private static double bestPower(Observations sample, double low, double high, double precision) {
    double[][] logarithms = new double[sample.size()][];
    for (int i = 0; i < logarithms.length; i++) {
      logarithms[i] = relativeLogarithms(sample, i);
    }
    if (slope(logarithms, low, precision)[0] >= 0) {
      return low;
    }
    if (slope(logarithms, high, precision)[0] <= 0) {
      return high;
    }
    double from = low;
    double to = high;
    double u = Math.max(low, Math.min(high, 1));
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      double[] slope = slope(logarithms, u, precision);
      if (slope[0] > 0) {
        to = u;
      } else {
        from = u;
      }
      double next = u - slope[0] / slope[1];
      next = next > from && next < to ? next : Math.sqrt(from * to);
      if (Math.abs(next - u) <= Math.ulp(u)) {
        return next;
      }
      u = next;
    }
    return u;
  }

  /** log p_k − log p_y of the classes that are possible. */
  private static double[] relativeLogarithms(Observations sample, int i) {
    Categorical p = (Categorical) sample.prediction(i);
    double of = p.probability(((ClassLabel) sample.target(i)).index());
    if (of == 0) {
      throw new IllegalArgumentException(
          "prediction " + i + " held its target impossible: no temperature can mend " + p);
    }
    double[] relative = new double[p.classes()];
    int possible = 0;
    for (int k = 0; k < relative.length; k++) {
      if (p.probability(k) > 0) {
        relative[possible++] = Math.log(p.probability(k)) - Math.log(of);
      }
    }
    return Arrays.copyOf(relative, possible);
  }

  /** The derivatives of the summed log loss Σ log Σ_k e^(u l_k) and of what shrinks it. */
  private static double[] slope(double[][] logarithms, double u, double precision) {
    double first = precision * (u - 1);
    double second = precision;
    for (double[] l : logarithms) {
      double top = Double.NEGATIVE_INFINITY;
      for (double value : l) {
        top = Math.max(top, value);
      }
      double total = 0;
      double mean = 0;
      double square = 0;
      for (double value : l) {
        double weight = Math.exp(u * (value - top));
        total += weight;
        mean += weight * value;
        square += weight * value * value;
      }
      mean /= total;
      first += mean;
      second += square / total - mean * mean;
    }
    return new double[] {first, second};
  }

  private static double meanScale(Observations sample) {
    double sum = 0;
    for (int i = 0; i < sample.size(); i++) {
      double scale = scale(sample, i);
      if (!Double.isFinite(scale)) {
        throw new IllegalArgumentException(
            "prediction " + i + " has no density: " + sample.prediction(i));
      }
      sum += scale;
    }
    return sum / sample.size();
  }

  /** With z as it is: held, an outlier of 50 standard deviations would call for T = 38². */
  private static double scale(Observations sample, int i) {
    RealVector y = (RealVector) sample.target(i);
    if (sample.prediction(i) instanceof Laplace p) {
      return Math.abs(y.get(0) - p.location()) / p.scale();
    }
    if (sample.prediction(i) instanceof Normal p) {
      StandardizedResidual residual = StandardizedResidual.exact();
      residual.set(p, y);
      boolean hasDensity = residual.rank() == p.dimension();
      return hasDensity ? residual.squaredLength() / p.dimension() : Double.NaN;
    }
    throw new IllegalArgumentException("no temperature can be applied to " + sample.prediction(i));
  }
}
