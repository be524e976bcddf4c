package io.evenkeel.app.verdict;

import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;

/**
 * A verdict, with what an alert needs to know of it.
 *
 * @param verdict the verdict
 * @param rejectedByTests whether a test of the window rejects at alpha
 * @param rejectedByWindow whether the evidence of the window alone does
 * @param rejectedBySeries whether the evidence of the series does
 * @param pValue smallest p-value of the tests, corrected for their number; 1 without a test
 * @param evidence the evidence of the series
 */
public record Judgement(
    Verdict verdict,
    boolean rejectedByTests,
    boolean rejectedByWindow,
    boolean rejectedBySeries,
    double pValue,
    Evidence evidence) {

  /** Whether there was enough to judge by. */
  public boolean conclusive() {
    return verdict.getFinding() == Finding.CALIBRATED
        || verdict.getFinding() == Finding.MISCALIBRATED;
  }
}
