package io.evenkeel.core.prediction;

import io.evenkeel.core.internal.Checks;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A finite mixture Σ w_i p_i of K &ge; 1 predictions of one target space, such as an ensemble of
 * models.
 */
public final class Mixture implements Composite {
  private final double[] weights;
  private final List<PredictiveDistribution> components;

  private Mixture(double[] weights, List<PredictiveDistribution> components) {
    this.weights = weights;
    this.components = components;
  }

  /**
   * The mixture with the given weights, renormalised when their sum is within 1e-6 of one. A
   * component that is composite itself is replaced by its own components.
   *
   * @param weights K numbers in [0, 1]
   * @param components K predictions of one target space
   * @throws IllegalArgumentException if a weight is NaN or negative, their sum is farther from one,
   *     or the components differ in their target space
   */
  public static Mixture of(double[] weights, List<? extends PredictiveDistribution> components) {
    Checks.sameLength("weights", weights.length, "components", components.size());
    double[] normalised =
        Probabilities.normalised("weights", Categorical.DEFAULT_TOLERANCE, weights);
    TargetSpace space = components.get(0).space();
    for (int i = 1; i < normalised.length; i++) {
      if (!components.get(i).space().equals(space)) {
        throw new IllegalArgumentException(
            "component 0 is of " + space + ", component " + i + " of " + components.get(i).space());
      }
    }
    return components.stream().anyMatch(Composite.class::isInstance)
        ? flattened(normalised, components)
        : new Mixture(normalised, List.copyOf(components));
  }

  private static Mixture flattened(
      double[] weights, List<? extends PredictiveDistribution> components) {
    List<Mixture> parts = components.stream().<Mixture>map(Mixture::of).toList();
    return new Mixture(
        IntStream.range(0, weights.length)
            .boxed()
            .flatMapToDouble(i -> Arrays.stream(parts.get(i).weights).map(w -> weights[i] * w))
            .toArray(),
        parts.stream().flatMap(part -> part.components.stream()).toList());
  }

  /** The mixture that a composite prediction is, or that of the prediction alone. */
  public static Mixture of(PredictiveDistribution p) {
    return p instanceof Composite composite
        ? composite.mixture()
        : new Mixture(new double[] {1}, List.of(p));
  }

  /** The number of components K. */
  public int size() {
    return weights.length;
  }

  /** The weight of component i, 0-based. */
  public double weight(int i) {
    return weights[i];
  }

  /** Component i, 0-based; never composite. */
  public PredictiveDistribution component(int i) {
    return components.get(i);
  }

  @Override
  public Mixture mixture() {
    return this;
  }

  @Override
  public TargetSpace space() {
    return components.get(0).space();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Mixture that
        && Arrays.equals(weights, that.weights)
        && components.equals(that.components);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(weights) * 31 + components.hashCode();
  }

  @Override
  public String toString() {
    return "Mixture(weights " + Arrays.toString(weights) + ", components " + components + ")";
  }
}
