package io.evenkeel.app.explain;

import io.evenkeel.app.judge.VerdictReplay;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Verdict;

/**
 * An alert explained.
 *
 * @param alert the alert
 * @param verdict the verdict that caused it, as it was recorded
 * @param again the same, made again
 * @param agreement of the two, with what the alert itself says that is not made again
 */
public record Explanation(Alert alert, Verdict verdict, VerdictReplay again, Agreement agreement) {

  /** Adds what the alert itself says to the agreement of the two verdicts. */
  public Explanation {
    agreement = OwnNumbers.add(alert, agreement);
  }
}
