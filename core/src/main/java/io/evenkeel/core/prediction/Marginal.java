package io.evenkeel.core.prediction;

import java.util.stream.IntStream;

/** What a prediction of d real numbers says of one of them. */
public final class Marginal {
  private Marginal() {}

  /**
   * The distribution of one coordinate; of one number, the prediction itself.
   *
   * @param i the coordinate, 0-based, below d
   * @throws IllegalArgumentException if the prediction is of classes
   */
  public static PredictiveDistribution of(PredictiveDistribution p, int i) {
    if (p.space().equals(TargetSpace.reals(1))) {
      return p;
    }
    if (p instanceof Normal normal) {
      return Normal.diagonal(new double[] {normal.mean(i)}, new double[] {normal.variance(i)});
    }
    if (p instanceof Ensemble ensemble) {
      return Ensemble.of(ensemble.sorted(i));
    }
    if (p instanceof Mixture mixture) {
      int size = mixture.size();
      return Mixture.of(
          IntStream.range(0, size).mapToDouble(mixture::weight).toArray(),
          IntStream.range(0, size).mapToObj(k -> of(mixture.component(k), i)).toList());
    }
    throw new IllegalArgumentException("a prediction of classes has no coordinates, got " + p);
  }
}
