package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A scale a and an offset b for the logit of each class k: the recalibrated probabilities are
 * proportional to exp(a<sub>k</sub> log p<sub>k</sub> + b<sub>k</sub>). Probabilities below 1e-12
 * count as that.
 *
 * <p>Source: Guo et al., <i>On calibration of modern neural networks</i>, ICML 2017.
 *
 * @param scales a, as many as classes, at least two
 * @param offsets b, as many
 */
public record VectorScaling(List<Double> scales, List<Double> offsets) implements RecalibrationMap {
  /** Of more classes, it takes too long to learn. */
  private static final int MOST_CLASSES = 20;

  private static final double PRECISION = 20;

  /** Checks and copies the lists. */
  public VectorScaling {
    scales = List.copyOf(scales);
    offsets = List.copyOf(offsets);
    Checks.atLeast("the number of scales", scales.size(), 2);
    Checks.sameLength("scales", scales.size(), "offsets", offsets.size());
    scales.forEach(scale -> Checks.finite("a scale", scale));
    offsets.forEach(offset -> Checks.finite("an offset", offset));
  }

  /** Whether it can be learned from such predictions: three to twenty classes. */
  static boolean suits(PredictiveDistribution p) {
    return p instanceof Categorical of && of.classes() > 2 && of.classes() <= MOST_CLASSES;
  }

  /**
   * The most likely one of n &ge; 1 observations, whose parameters are held at what changes
   * nothing.
   */
  static VectorScaling fit(Observations sample) {
    double[][][] features =
        Arrays.stream(Logits.of(sample))
            .map(
                row ->
                    Arrays.stream(row).mapToObj(l -> new double[] {l, 1}).toArray(double[][]::new))
            .toArray(double[][][]::new);
    int m = features[0].length;
    double[] identity = new double[2 * m];
    double[] precisions = new double[2 * m];
    Arrays.fill(precisions, PRECISION);
    for (int k = 0; k < m; k++) {
      identity[2 * k] = 1;
    }
    double[] best =
        new SoftmaxRegression(features, Logits.targets(sample), identity, precisions).fit();
    return new VectorScaling(
        IntStream.range(0, m).mapToObj(k -> best[2 * k]).toList(),
        IntStream.range(0, m).mapToObj(k -> best[2 * k + 1]).toList());
  }

  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    double[] logits = Logits.of(p, scales.size());
    for (int k = 0; k < logits.length; k++) {
      logits[k] = scales.get(k) * logits[k] + offsets.get(k);
    }
    return Logits.softmax(logits);
  }

  @Override
  public String describe() {
    int most =
        IntStream.range(0, offsets.size())
            .boxed()
            .max(Comparator.comparingDouble(k -> Math.abs(offsets.get(k))))
            .orElseThrow();
    return "vector scaling: the logit of class "
        + most
        + " moves by "
        + Parameters.inWords(offsets.get(most))
        + ", others by less";
  }
}
