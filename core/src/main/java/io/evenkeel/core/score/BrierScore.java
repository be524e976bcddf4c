package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;

/** The Brier score Σ<sub>k</sub> (p<sub>k</sub> − 1{y = k})² of a categorical prediction. */
public final class BrierScore {

  private BrierScore() {}

  /** The score, in [0, 2]; 0 is best. */
  public static double of(Categorical p, ClassLabel y) {
    double score = 0;
    for (int k = 0; k < p.classes(); k++) {
      double difference = p.probability(k) - (k == y.index() ? 1 : 0);
      score += difference * difference;
    }
    return score;
  }
}
