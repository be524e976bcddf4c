package io.evenkeel.app.explain;

import io.evenkeel.app.judge.VerdictReplay;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Verdict;
import java.util.List;

/**
 * An alert explained.
 *
 * @param alert the alert
 * @param verdict the verdict that caused it, as it was recorded
 * @param again the same, made again
 * @param comparisons what was found then and now
 * @param warnings why the two may differ
 */
public record Explanation(
    Alert alert,
    Verdict verdict,
    VerdictReplay again,
    List<Comparison> comparisons,
    List<String> warnings) {

  /** Copies the lists. */
  public Explanation {
    comparisons = List.copyOf(comparisons);
    warnings = List.copyOf(warnings);
  }

  /** The offsets that were read. */
  public Sources sources() {
    return Sources.of(verdict.getProvenance());
  }

  /** Whether everything that can be found again is the same. */
  public boolean agrees() {
    return count(Comparison.Outcome.DIFFERENT) == 0;
  }

  /** The number of findings with the outcome. */
  long count(Comparison.Outcome outcome) {
    return comparisons.stream().filter(comparison -> comparison.outcome() == outcome).count();
  }
}
