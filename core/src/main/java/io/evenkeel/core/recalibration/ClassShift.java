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
  /** The probability grows by less: its sum with 1 keeps its digits. */
  private static final double HALF = 0.5;

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
    double[] logits = new double[categorical.classes()];
    for (int k = 0; k < logits.length; k++) {
      logits[k] = Math.log(categorical.probability(k)) + (k == index ? logOdds : 0);
    }
    return Logits.softmax(logits);
  }

  @Override
  public double logRatio(PredictiveDistribution p, Target y) {
    Categorical categorical = (Categorical) p;
    int of = ((ClassLabel) y).index();
    if (categorical.probability(of) == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double inside = categorical.probability(index);
    double growth = inside == 0 ? 0 : inside * Math.expm1(logOdds);
    if (Math.abs(growth) < HALF) {
      return (of == index ? logOdds : 0) - Math.log1p(growth);
    }
    double insideLog = Math.log(inside);
    double othersLog = Math.log(LogOdds.others(categorical, index));
    double excess = insideLog + logOdds - othersLog;
    double rest = Math.log1p(Math.exp(-Math.abs(excess)));
    // The larger part is taken from the shift before the logarithms, whose digits would go.
    return excess > 0
        ? (of == index ? 0 : -logOdds) - insideLog - rest
        : (of == index ? logOdds : 0) - othersLog - rest;
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
