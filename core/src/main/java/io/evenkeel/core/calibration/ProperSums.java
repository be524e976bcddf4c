package io.evenkeel.core.calibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;

/** The sums behind a {@link ProperDecomposition}: mutable, filled observation by observation. */
final class ProperSums {
  private final ProperScore score;
  private final double[] labels;
  private int n;
  private double scores;
  private double ofSurePredictions;
  private double divergences;
  private double convex;

  ProperSums(ProperScore score, int classes) {
    this.score = score;
    this.labels = new double[classes];
  }

  void add(Categorical p, ClassLabel y, double[] frequencies) {
    n++;
    labels[y.index()]++;
    double[] came = new double[labels.length];
    came[y.index()] = 1;
    scores += score.divergence(came, p);
    ofSurePredictions += score.convex(came);
    divergences += score.divergence(frequencies, p);
    convex += score.convex(frequencies);
  }

  ProperDecomposition decomposition() {
    double[] mean = labels.clone();
    for (int k = 0; k < mean.length; k++) {
      mean[k] /= n;
    }
    double meanScore = scores / n;
    double refinement = -convex / n;
    return new ProperDecomposition(
        divergences / n,
        meanScore - ofSurePredictions / n - refinement,
        meanScore,
        refinement,
        convex / n - score.convex(mean));
  }
}
