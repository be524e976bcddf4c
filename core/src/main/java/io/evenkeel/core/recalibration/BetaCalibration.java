package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * Beta calibration of the probability p of class 1 of two classes: its log-odds become a log p − b
 * log(1 − p) + c. With a = b it is Platt's: a line in the log-odds. With both 1 it is a shift.
 *
 * <p>Source: Kull, Silva Filho and Flach, <i>Beta calibration</i>, AISTATS 2017; Platt 1999.
 *
 * @param a of log p; 1 changes nothing
 * @param b of −log(1 − p); 1 changes nothing
 * @param c added to the log-odds
 */
public record BetaCalibration(double a, double b, double c) implements RecalibrationMap {

  /** Checks that the numbers are finite. */
  public BetaCalibration {
    Checks.finite("a", a);
    Checks.finite("b", b);
    Checks.finite("c", c);
  }

  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    Categorical classes = LogOdds.categorical(p);
    if (classes.classes() != 2) {
      throw new IllegalArgumentException(
          "beta calibration is for two classes, got " + classes.classes());
    }
    double no = Math.log(Math.max(LogOdds.LEAST, classes.probability(0)));
    double yes = Math.log(Math.max(LogOdds.LEAST, classes.probability(1)));
    return LogOdds.replace(classes, a * yes - b * no + c);
  }

  @Override
  public String describe() {
    String offset = (c < 0 ? " − " : " + ") + Parameters.inWords(Math.abs(c));
    if (a == 1 && b == 1) {
      return "shift: log-odds" + offset;
    }
    return a == b
        ? "Platt: log-odds × "
            + Parameters.inWords(a, 1)
            + offset
            + (a < 0 ? ", so larger probabilities become smaller" : "")
        : "beta: "
            + Parameters.inWords(a)
            + " log p − "
            + Parameters.inWords(b)
            + " log(1 − p)"
            + offset;
  }
}
