package io.evenkeel.app.verdict;

import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;

/**
 * A verdict, with what an alert needs to know of it.
 *
 * @param verdict the verdict
 * @param rejectedByTests whether a test of the window rejects what is tolerable at alpha
 * @param neighboursDepend whether neighbours depend on each other, so that its tests are not to be
 *     believed
 * @param logEBeyond natural logarithm of the e-value of the window against all that is tolerable;
 *     −∞ where it does not count for an alert
 * @param explanation where the model is wrong and what may lie behind it, in words
 * @param usualCoverage the share of labels below which one asks which are missing
 * @param held whether its labels are not representative, and it is to do nothing to an alert
 */
public record Judgement(
    Verdict verdict,
    boolean rejectedByTests,
    boolean neighboursDepend,
    double logEBeyond,
    Explanation explanation,
    double usualCoverage,
    boolean held) {
  /** The usual share of labels, unless verdicts are final from a smaller one on. */
  public static final double USUAL_COVERAGE = 0.8;

  /** The share from which labels are usual again where they were not. */
  private static final double AGAIN = 0.85;

  /** Whether there was enough to judge by. */
  public boolean conclusive() {
    return verdict.getFinding() == Finding.CALIBRATED
        || verdict.getFinding() == Finding.MISCALIBRATED;
  }

  /** Whether many labels are missing for good: selection may look like miscalibration. */
  public boolean lacksLabels() {
    return verdict.getStatus() == VerdictStatus.FINAL && verdict.getCoverage() < usualCoverage;
  }

  /** Whether labels are so many that none would be missed if there were a few less. */
  public boolean hasLabelsToSpare() {
    return verdict.getCoverage() >= (usualCoverage < USUAL_COVERAGE ? usualCoverage : AGAIN);
  }
}
