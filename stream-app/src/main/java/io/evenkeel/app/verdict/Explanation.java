package io.evenkeel.app.verdict;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.schemas.Finding;

/**
 * What goes with a finding, in words.
 *
 * @param where the place where the model is most wrong; empty if none stands out
 * @param cause what may lie behind it; empty if nothing is known
 */
public record Explanation(String where, String cause) {

  static Explanation of(
      Window window, Ruling ruling, Shifts shifts, Where where, ModelSettings settings) {
    String cause = Causes.inWords(window, ruling, shifts, settings.drift().alpha());
    return new Explanation(
        ruling.finding() == Finding.MISCALIBRATED ? where.inWords(settings.evidence().alpha()) : "",
        cause.isEmpty() ? "" : cause.substring(Words.SEPARATOR.length()));
  }

  /** The same with more of the cause, which may be empty. */
  Explanation and(String moreOfCause) {
    return cause.isEmpty() || moreOfCause.isEmpty()
        ? new Explanation(where, cause + moreOfCause)
        : new Explanation(where, cause + Words.SEPARATOR + moreOfCause);
  }
}
