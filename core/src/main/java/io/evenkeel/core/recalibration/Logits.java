package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.Arrays;

/** Logarithms of class probabilities, which maps of several classes move. */
final class Logits {
  private Logits() {}

  /**
   * log p of each class, where a smaller p counts as {@value LogOdds#LEAST}.
   *
   * @throws IllegalArgumentException if it is not a prediction of so many classes
   */
  static double[] of(PredictiveDistribution p, int classes) {
    Categorical categorical = LogOdds.categorical(p);
    if (categorical.classes() != classes) {
      throw new IllegalArgumentException("the map is for " + classes + " classes, got " + p);
    }
    double[] logits = new double[classes];
    for (int k = 0; k < classes; k++) {
      logits[k] = Math.log(Math.max(LogOdds.LEAST, categorical.probability(k)));
    }
    return logits;
  }

  /** Those of a sample. */
  static double[][] of(Observations sample) {
    int classes = sample.prediction(0).space().size();
    return sample.predictions().stream().map(p -> of(p, classes)).toArray(double[][]::new);
  }

  /** The classes that came. */
  static int[] targets(Observations sample) {
    return sample.targets().stream().mapToInt(y -> ((ClassLabel) y).index()).toArray();
  }

  /**
   * The prediction whose probabilities are proportional to the exponentials.
   *
   * @throws IllegalArgumentException if a logit is NaN, or the largest is infinite
   */
  static Categorical softmax(double[] logits) {
    double top = Arrays.stream(logits).max().orElseThrow();
    if (!Double.isFinite(top)) {
      throw new IllegalArgumentException(
          "the map has parameters too large for the prediction: its logits become "
              + Arrays.toString(logits));
    }
    double[] q = Arrays.stream(logits).map(logit -> Math.exp(logit - top)).toArray();
    double total = Arrays.stream(q).sum();
    return Categorical.of(Arrays.stream(q).map(one -> one / total).toArray());
  }
}
