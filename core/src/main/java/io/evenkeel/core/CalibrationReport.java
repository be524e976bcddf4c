package io.evenkeel.core;

import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.score.Scores;
import io.evenkeel.core.sequential.Evidence;
import java.util.Locale;

/**
 * What a sample says of the calibration of its predictions. Its text is for people.
 *
 * @param alpha the level α at which the sample is judged
 * @param logEValue natural logarithm of the e-value against everything tolerable
 * @param evidence for each recalibration: the best one says what is wrong
 * @param scores the mean scores
 * @param cme the test of the calibration mean embedding
 * @param blockSkce the test of the SKCE of blocks of two
 */
public record CalibrationReport(
    double alpha,
    double logEValue,
    Evidence evidence,
    Scores scores,
    TestResult cme,
    TestResult blockSkce) {

  /** Whether the e-value reaches 1/α. The tests are for where and how. */
  public boolean isMiscalibrated() {
    return logEValue >= -Math.log(alpha);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s. %,d labels, log e-value %.1f (%.1f rejects). Log loss %.3f, %s."
            + " p-values: CME %.2g, block-2 SKCE %.2g.",
        finding(),
        scores.n(),
        logEValue,
        -Math.log(alpha),
        scores.logLoss(),
        score(),
        cme.pValue(),
        blockSkce.pValue());
  }

  private String finding() {
    if (!isMiscalibrated()) {
      return "Nothing speaks against the predictions";
    }
    return evidence.best().isEmpty() && evidence.impossible() == 0
        ? "Miscalibrated: no simple recalibration mends it"
        : String.format(
            Locale.ROOT,
            "Miscalibrated: %s; recalibration would save %.2g nats per label",
            evidence.describe(),
            evidence.gain());
  }

  private String score() {
    return Double.isNaN(scores.crps())
        ? String.format(
            Locale.ROOT, "Brier score %.3f, accuracy %.3f", scores.brier(), scores.accuracy())
        : String.format(Locale.ROOT, "CRPS %.3g", scores.crps());
  }
}
