package io.evenkeel.core.prediction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.LaplaceDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A prediction of one real number, by its distribution function and its quantiles.
 *
 * <p>A component of scale zero is a step of the distribution function, which counts what lies at
 * the step.
 */
public final class Univariate {
  private final double[] weights;
  private final List<Part> parts;

  private Univariate(double[] weights, List<Part> parts) {
    this.weights = weights;
    this.parts = parts;
  }

  /**
   * The view of a prediction.
   *
   * @throws IllegalArgumentException if the prediction is not of one real number
   */
  public static Univariate of(PredictiveDistribution p) {
    if (!p.space().equals(TargetSpace.reals(1))) {
      throw new IllegalArgumentException(
          "a prediction of one real number is needed, got one of " + p.space());
    }
    Mixture mixture = Mixture.of(p);
    double[] weights = new double[mixture.size()];
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      weights[i] = mixture.weight(i);
      parts.add(part(mixture.component(i)));
    }
    return new Univariate(weights, parts);
  }

  /** F(y) = P(Z ≤ y), in [0, 1]: the probability integral transform of y. */
  public double cdf(double y) {
    return Math.min(sum(part -> part.cdf(y)), 1);
  }

  /** P(Z &lt; y), in [0, 1]: F(y) without what lies at y. */
  public double cdfBelow(double y) {
    return Math.min(sum(part -> part.cdfBelow(y)), 1);
  }

  /** P(Z &gt; y), in [0, 1]: 1 − F(y), accurate where it is small. */
  public double survival(double y) {
    return Math.min(sum(part -> part.survival(y)), 1);
  }

  private double sum(ToDoubleFunction<Part> value) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * value.applyAsDouble(parts.get(i));
    }
    return sum;
  }

  /**
   * The smallest y with F(y) ≥ level. In closed form for a single component; by bisection between
   * those of the components, to the last digit, for a mixture.
   *
   * @param level in [0, 1]; the ends may be infinite
   */
  public double quantile(double level) {
    if (!(level >= 0 && level <= 1)) {
      throw new IllegalArgumentException("a level must lie in [0, 1], got " + level);
    }
    double low = extreme(part -> -part.quantile(level)) * -1;
    double high = extreme(part -> part.quantile(level));
    while (low < high) {
      double middle = low / 2 + high / 2;
      if (middle <= low || middle >= high) {
        return cdf(low) >= level ? low : high;
      }
      if (cdf(middle) >= level) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  /** The largest value over the components that have weight. */
  private double extreme(ToDoubleFunction<Part> value) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        largest = Math.max(largest, value.applyAsDouble(parts.get(i)));
      }
    }
    return largest;
  }

  private static Part part(PredictiveDistribution p) {
    if (p instanceof Laplace laplace) {
      return laplace.scale() == 0
          ? new Point(laplace.location())
          : new Smooth(LaplaceDistribution.of(laplace.location(), laplace.scale()));
    }
    Normal normal = (Normal) p;
    double sd = Math.sqrt(normal.variance(0));
    return sd == 0
        ? new Point(normal.mean(0))
        : new Smooth(NormalDistribution.of(normal.mean(0), sd));
  }

  private interface Part {
    double cdf(double y);

    double cdfBelow(double y);

    double survival(double y);

    double quantile(double level);
  }

  private record Smooth(ContinuousDistribution distribution) implements Part {
    @Override
    public double cdf(double y) {
      return distribution.cumulativeProbability(y);
    }

    @Override
    public double cdfBelow(double y) {
      return cdf(y);
    }

    @Override
    public double survival(double y) {
      return distribution.survivalProbability(y);
    }

    @Override
    public double quantile(double level) {
      return distribution.inverseCumulativeProbability(level);
    }
  }

  private record Point(double at) implements Part {
    @Override
    public double cdf(double y) {
      return y >= at ? 1 : 0;
    }

    @Override
    public double cdfBelow(double y) {
      return y > at ? 1 : 0;
    }

    @Override
    public double survival(double y) {
      return y < at ? 1 : 0;
    }

    @Override
    public double quantile(double level) {
      return at;
    }
  }
}
