package io.evenkeel.app.compare;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.BrierScore;
import io.evenkeel.schemas.internal.ScoredCase;
import java.util.SplittableRandom;

/** Scored cases at random. */
final class DrawnCases {
  private DrawnCases() {}

  /**
   * A case of three classes whose truth is at random. Each version sees it with an error of its own
   * in the log-odds.
   */
  static ScoredCase of(SplittableRandom random, double champion, double challenger) {
    double[] truth = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
    double u = random.nextDouble();
    Categorical p = softmax(truth);
    int y = u < p.probability(0) ? 0 : u < p.probability(0) + p.probability(1) ? 1 : 2;
    ClassLabel label = (ClassLabel) Target.ofClass(y);
    return scored(
        BrierScore.of(seen(random, truth, champion), label)
            - BrierScore.of(seen(random, truth, challenger), label));
  }

  private static Categorical seen(SplittableRandom random, double[] truth, double error) {
    double[] odds = truth.clone();
    for (int k = 0; k < odds.length; k++) {
      odds[k] += error * random.nextGaussian();
    }
    return softmax(odds);
  }

  private static Categorical softmax(double[] odds) {
    double sum = 0;
    double[] p = new double[odds.length];
    for (int k = 0; k < p.length; k++) {
      p[k] = Math.exp(odds[k]);
      sum += p[k];
    }
    for (int k = 0; k < p.length; k++) {
      p[k] /= sum;
    }
    return Categorical.of(p);
  }

  static ScoredCase scored(double difference) {
    return scored("1", "2", "", difference);
  }

  static ScoredCase scored(String champion, String challenger, String outcome, double difference) {
    return new ScoredCase(
        "churn", champion, challenger, 1000L, 2000L, outcome, difference, "brier");
  }

  static ScoredCase ofNumbers(double difference) {
    return ScoredCase.newBuilder(scored(difference)).setScore("relative_crps").build();
  }
}
