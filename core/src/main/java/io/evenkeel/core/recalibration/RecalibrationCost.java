package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.DecisionCosts;
import java.util.List;

/**
 * By how much more decisions cost that take predictions as they are than those that take them
 * recalibrated, if the recalibrated ones are right.
 *
 * @param costs of decisions
 */
public record RecalibrationCost(DecisionCosts costs) {

  /**
   * The mean over predictions of what each decision costs more, &ge; 0, in the unit of the costs;
   * NaN without predictions.
   *
   * @param predictions of as many classes as the costs have
   */
  public double mean(List<Categorical> predictions, Recalibration recalibration) {
    return predictions.stream()
        .mapToDouble(p -> costs.excess(p, recalibrated(p, recalibration)))
        .average()
        .orElse(Double.NaN);
  }

  /** A class of probability 0 keeps it. */
  private static Categorical recalibrated(Categorical p, Recalibration recalibration) {
    double[] q = new double[p.classes()];
    for (int k = 0; k < q.length; k++) {
      double of = p.probability(k);
      q[k] = of == 0 ? 0 : of * Math.exp(recalibration.logRatio(p, Target.ofClass(k)));
    }
    return Categorical.of(q);
  }
}
