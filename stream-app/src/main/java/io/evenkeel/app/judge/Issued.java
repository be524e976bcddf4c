package io.evenkeel.app.judge;

import io.evenkeel.app.verdict.Judgement;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import org.jspecify.annotations.Nullable;

/**
 * The newest verdict on a window that may still be revised.
 *
 * @param end of the window, milliseconds since 1970
 * @param revision of the verdict
 * @param content hash of the panes that it was made of; another one calls for a revision
 * @param labels that the window had
 * @param outcome what the window says to the rules that go by windows; null while it is not final
 * @param logEBeyond natural logarithm of its e-value against all that is tolerable; −∞ where it
 *     does not count
 */
record Issued(
    long end,
    int revision,
    long content,
    long labels,
    @Nullable Outcome outcome,
    double logEBeyond) {

  /** What a final window says to the rules that go by windows. */
  enum Outcome {
    /** It has no label. */
    NO_LABELS,

    /** It has too few labels to say, or its labels or tests are to be passed over. */
    TOO_FEW,

    /** Its tests do not reject. */
    QUIET,

    /** Its tests reject all that is tolerable. */
    REJECTED;

    /** What the verdict on a final window says. */
    static Outcome of(Judgement judgement) {
      if (judgement.verdict().getFinding() == Finding.NO_DATA) {
        return NO_LABELS;
      }
      if (!judgement.conclusive() || judgement.held() || judgement.neighboursDepend()) {
        return TOO_FEW;
      }
      return judgement.rejectedByTests() ? REJECTED : QUIET;
    }
  }

  /**
   * A verdict that is issued.
   *
   * @param content hash of the panes that it was made of
   */
  static Issued of(Judgement judgement, long content) {
    Verdict verdict = judgement.verdict();
    return new Issued(
        verdict.getWindowEnd().toEpochMilli(),
        verdict.getRevision(),
        content,
        verdict.getLabelled(),
        verdict.getStatus() == VerdictStatus.FINAL ? Outcome.of(judgement) : null,
        judgement.logEBeyond());
  }
}
