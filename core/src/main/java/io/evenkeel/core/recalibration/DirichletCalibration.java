package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A linear map of logits: the recalibrated probabilities are proportional to exp(W log p + b).
 * Probabilities below 1e-12 count as that.
 *
 * <p>Source: Kull et al., <i>Beyond temperature scaling: obtaining well-calibrated multiclass
 * probabilities with Dirichlet calibration</i>, NeurIPS 2019, with what is off the diagonal held
 * near 0.
 *
 * @param weights the rows of W, one for each class, at least two
 * @param offsets b
 */
public record DirichletCalibration(List<List<Double>> weights, List<Double> offsets)
    implements RecalibrationMap {
  /** Of more classes, it takes too long to learn, and has too many parameters. */
  private static final int MOST_CLASSES = 10;

  private static final double DIAGONAL_PRECISION = 1;
  private static final double OTHER_PRECISION = 300;
  private static final double OFFSET_PRECISION = 4;

  /** Checks and copies the lists. */
  public DirichletCalibration {
    weights = weights.stream().map(List::copyOf).toList();
    offsets = List.copyOf(offsets);
    Checks.atLeast("the number of classes", weights.size(), 2);
    Checks.sameLength("rows of weights", weights.size(), "offsets", offsets.size());
    for (List<Double> row : weights) {
      Checks.sameLength("weights of a class", row.size(), "offsets", offsets.size());
      row.forEach(weight -> Checks.finite("a weight", weight));
    }
    offsets.forEach(offset -> Checks.finite("an offset", offset));
  }

  /** Whether it can be learned from such predictions: three to ten classes. */
  static boolean suits(PredictiveDistribution p) {
    return p instanceof Categorical of && of.classes() > 2 && of.classes() <= MOST_CLASSES;
  }

  /**
   * The most likely one of n &ge; 1 observations, whose parameters are held at what changes
   * nothing.
   */
  static DirichletCalibration fit(Observations sample) {
    double[][] logits = Logits.of(sample);
    int m = logits[0].length;
    double[][][] features = new double[logits.length][m][];
    for (int i = 0; i < logits.length; i++) {
      double[] x = Arrays.copyOf(logits[i], m + 1);
      x[m] = 1;
      Arrays.fill(features[i], x);
    }
    double[] identity = new double[m * (m + 1)];
    double[] precisions = new double[m * (m + 1)];
    Arrays.fill(precisions, OTHER_PRECISION);
    for (int k = 0; k < m; k++) {
      identity[k * (m + 1) + k] = 1;
      precisions[k * (m + 1) + k] = DIAGONAL_PRECISION;
      precisions[k * (m + 1) + m] = OFFSET_PRECISION;
    }
    double[] best =
        new SoftmaxRegression(features, Logits.targets(sample), identity, precisions).fit();
    List<List<Double>> weights = new ArrayList<>();
    List<Double> offsets = new ArrayList<>();
    for (int k = 0; k < m; k++) {
      List<Double> row = Arrays.stream(best, k * (m + 1), (k + 1) * (m + 1)).boxed().toList();
      weights.add(row.subList(0, m));
      offsets.add(row.get(m));
    }
    return new DirichletCalibration(weights, offsets);
  }

  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    double[] logits = Logits.of(p, offsets.size());
    double[] moved = new double[logits.length];
    for (int k = 0; k < moved.length; k++) {
      moved[k] = offsets.get(k);
      for (int j = 0; j < logits.length; j++) {
        moved[k] += weights.get(k).get(j) * logits[j];
      }
    }
    return Logits.softmax(moved);
  }

  @Override
  public String describe() {
    return "Dirichlet calibration of " + offsets.size() + " classes";
  }
}
