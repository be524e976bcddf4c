package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * A shift of the log-odds of one class k by δ, the others keeping their proportions: r ∝ p with
 * p<sub>k</sub> multiplied by exp(δ).
 *
 * @param index the class k, 0-based
 * @param logOdds δ, finite; positive if the class comes more often than predicted
 */
public record ClassShift(int index, double logOdds) implements Recalibration, RecalibrationMap {

  /** Checks the parameters. */
  public ClassShift {
    if (index < 0) {
      throw new IllegalArgumentException("a class index must not be negative, got " + index);
    }
    Parameters.checkShift(logOdds);
  }

  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    Categorical categorical = LogOdds.categorical(p);
    if (index >= categorical.classes()) {
      throw new IllegalArgumentException("there is no class " + index + " in " + p);
    }
    double[] q = new double[categorical.classes()];
    double sum = 0;
    for (int k = 0; k < q.length; k++) {
      q[k] = categorical.probability(k) * (k == index ? Math.exp(logOdds) : 1);
      sum += q[k];
    }
    for (int k = 0; k < q.length; k++) {
      q[k] /= sum;
    }
    return Categorical.of(q);
  }

  @Override
  public double logRatio(PredictiveDistribution p, Target y) {
    Categorical categorical = (Categorical) p;
    int of = ((ClassLabel) y).index();
    if (categorical.probability(of) == 0) {
      return Double.POSITIVE_INFINITY;
    }
    return (of == index ? logOdds : 0)
        - Math.log1p(categorical.probability(index) * Math.expm1(logOdds));
  }

  @Override
  public String describe() {
    return "class "
        + index
        + " predicted too "
        + (logOdds > 0 ? "rarely" : "often")
        + ": log-odds off by "
        + Parameters.inWords(Math.abs(logOdds));
  }
}
