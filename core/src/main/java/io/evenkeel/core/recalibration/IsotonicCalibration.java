package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * Isotonic calibration: a non-decreasing function of the log-odds of class 1 of two classes, or of
 * the most probable class of more. The other classes keep their ratios.
 *
 * @param curve of the log-odds
 */
public record IsotonicCalibration(MonotoneCurve curve) implements RecalibrationMap {

  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    var classes = LogOdds.categorical(p);
    return LogOdds.replace(classes, curve.at(LogOdds.of(classes)));
  }

  @Override
  public String describe() {
    int knots = curve.from().size();
    return "isotonic: " + knots + (knots == 1 ? " knot" : " knots");
  }
}
