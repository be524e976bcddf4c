package io.evenkeel.app.evaluate;

import io.evenkeel.app.verdict.Drift;
import io.evenkeel.app.wording.Numbers;
import java.util.List;
import java.util.Locale;

/**
 * How the rows of a chunk compare with those of the reference.
 *
 * @param name of the chunk, such as 2016
 * @param rows its rows, with a label or without
 * @param drift the tests
 * @param words what has shifted, corrected for the number of chunks; empty if nothing
 */
public record ChunkShift(String name, long rows, Drift drift, List<String> words) {
  /** Copies the list. */
  public ChunkShift {
    words = List.copyOf(words);
  }

  /** What the chunks are compared with, and how. */
  static String heading(List<ChunkShift> shifts, Plan plan) {
    return String.format(
        Locale.ROOT,
        "Drift from %s, by tests of predictions, features and labels at %s, corrected for %,d"
            + " chunks:",
        plan.chunking().flatMap(Chunking::reference).orElse(""),
        Numbers.plain(Plan.DRIFT_ALPHA),
        shifts.size());
  }

  /** The chunk as a row of a table: name, rows, what has shifted. */
  List<String> cells() {
    return List.of(
        name,
        String.format(Locale.ROOT, "%,d", rows),
        words.isEmpty() ? nothing() : String.join("; ", words));
  }

  private String nothing() {
    return drift.shift().isPresent() ? "no drift" : "too few rows to test predictions";
  }
}
