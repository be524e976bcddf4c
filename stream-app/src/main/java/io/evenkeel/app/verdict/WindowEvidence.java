package io.evenkeel.app.verdict;

import io.evenkeel.core.sequential.Evidence;

/** How the e-value of recalibration evidence is read. */
public final class WindowEvidence {
  /**
   * So many targets with a predicted probability of zero are taken at their word. Fewer may be
   * probabilities that were rounded to zero, and must not wake anybody.
   */
  public static final int IMPOSSIBLE_TAKEN_AT_THEIR_WORD = 3;

  private WindowEvidence() {}

  /** The natural logarithm of the e-value, +∞ once enough targets were held impossible. */
  public static double logE(Evidence evidence) {
    return evidence.impossible() >= IMPOSSIBLE_TAKEN_AT_THEIR_WORD
        ? evidence.logEValue()
        : evidence.logEValueOfPossible();
  }

  /** Whether the e-value rejects at the level. */
  public static boolean rejects(Evidence evidence, double alpha) {
    return logE(evidence) >= -Math.log(alpha);
  }
}
