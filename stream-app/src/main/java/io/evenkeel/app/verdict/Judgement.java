package io.evenkeel.app.verdict;

import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.Outcome;
import java.util.Optional;

/**
 * A verdict, with what an alert needs to know of it.
 *
 * @param verdict the verdict
 * @param rejectedByTests whether a test of the window rejects what is tolerable at alpha
 * @param rejectedByWindow whether the evidence of the window alone does
 * @param rejectedBySeries whether the evidence of the series does
 * @param pValue smallest p-value of the tests, corrected for their number; 1 without a test
 * @param pValueBeyond the same against all that is tolerable; 1 where it does not count for an
 *     alert
 * @param standing where the evidence of the series stands
 * @param allowance what the series may spend of the false-alarm budget; empty without one
 * @param explanation where the model is wrong and what may lie behind it, in words
 * @param held whether its labels are not representative, and it is to do nothing to an alert
 */
public record Judgement(
    Verdict verdict,
    boolean rejectedByTests,
    boolean rejectedByWindow,
    boolean rejectedBySeries,
    double pValue,
    double pValueBeyond,
    Standing standing,
    Optional<Allowance> allowance,
    Explanation explanation,
    boolean held) {

  /** Whether there was enough to judge by. */
  public boolean conclusive() {
    return verdict.getFinding() == Finding.CALIBRATED
        || verdict.getFinding() == Finding.MISCALIBRATED;
  }

  /** Nats per label that the best recalibration would save in the window; 0 without labels. */
  public double effect() {
    Double gain = verdict.getEvidence().getRecalibrationGain();
    return gain == null ? 0 : gain;
  }

  /** The strongest of what the window says to an alert. */
  public Outcome outcome() {
    if (verdict.getFinding() == Finding.NO_DATA) {
      return Outcome.NO_DATA;
    }
    if (!conclusive() || held) {
      return Outcome.TOO_FEW;
    }
    if (rejectedBySeries) {
      return Outcome.SERIES;
    }
    return rejectedByTests ? Outcome.TESTS : rejectedByWindow ? Outcome.WINDOW : Outcome.QUIET;
  }
}
