package io.evenkeel.core.prediction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A prediction of one real number, by its distribution function and its quantiles.
 *
 * <p>A member of an ensemble, levels of a quantile forecast that share a quantile and a component
 * of scale zero are steps of the distribution function F, which counts what lies at the step. The
 * probability of one number y is F(y) − F(y−); drawn evenly between the two, the probability
 * integral transform is uniform if the prediction is calibrated.
 */
public final class Univariate {
  private final double[] weights;
  private final List<UnivariatePart> parts;

  private Univariate(double[] weights, List<UnivariatePart> parts) {
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
    return coordinate(p, 0);
  }

  /**
   * The view of one coordinate of a prediction of real numbers.
   *
   * @param i the coordinate, 0-based
   * @throws IllegalArgumentException if the prediction is of classes
   */
  public static Univariate coordinate(PredictiveDistribution p, int i) {
    if (p.space().kind() == TargetSpace.Kind.CLASSES) {
      throw new IllegalArgumentException("classes have no distribution function, got " + p);
    }
    if (!(p instanceof Mixture mixture)) {
      return new Univariate(new double[] {1}, List.of(UnivariatePart.of(p, i)));
    }
    double[] weights = new double[mixture.size()];
    List<UnivariatePart> parts = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      weights[k] = mixture.weight(k);
      parts.add(UnivariatePart.of(mixture.component(k), i));
    }
    return new Univariate(weights, parts);
  }

  /** F(y) = P(Z ≤ y), in [0, 1]: the probability integral transform of y. */
  public double cdf(double y) {
    return Math.min(1, mean(part -> part.cdf(y)));
  }

  /** F(y−) = P(Z &lt; y), in [0, 1]: less than F(y) where y has a probability of its own. */
  public double cdfBelow(double y) {
    return Math.min(1, mean(part -> part.cdfBelow(y)));
  }

  /** P(Z &gt; y), in [0, 1]: 1 − F(y), accurate where it is small. */
  public double survival(double y) {
    return Math.min(1, mean(part -> part.survival(y)));
  }

  private double mean(ToDoubleFunction<UnivariatePart> value) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * value.applyAsDouble(parts.get(i));
    }
    return sum;
  }

  /** The average of the medians of the components: a centre that costs no search. */
  public double centre() {
    return mean(part -> part.quantile(0.5));
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
  private double extreme(ToDoubleFunction<UnivariatePart> value) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        largest = Math.max(largest, value.applyAsDouble(parts.get(i)));
      }
    }
    return largest;
  }
}
