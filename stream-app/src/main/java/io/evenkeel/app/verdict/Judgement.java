package io.evenkeel.app.verdict;

import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;

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
 * @param held whether its labels are not representative, and it is to do nothing to an alert
 */
public record Judgement(
    Verdict verdict,
    boolean rejectedByTests,
    boolean neighboursDepend,
    double logEBeyond,
    Explanation explanation,
    boolean held) {

  /** Whether there was enough to judge by. */
  public boolean conclusive() {
    return verdict.getFinding() == Finding.CALIBRATED
        || verdict.getFinding() == Finding.MISCALIBRATED;
  }
}
