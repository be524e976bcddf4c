package io.evenkeel.app.explain;

import io.evenkeel.app.config.Rule;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.app.wording.Times;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How what was found then and now compare.
 *
 * @param sources the offsets that were read
 * @param comparisons what was found then and now
 * @param warnings why the two may differ
 */
public record Agreement(Sources sources, List<Comparison> comparisons, List<String> warnings) {

  /** Copies the lists. */
  public Agreement {
    comparisons = List.copyOf(comparisons);
    warnings = List.copyOf(warnings);
  }

  /**
   * Why numbers that rest on a verdict may differ from those of then.
   *
   * @param name key and revision of the verdict, joined by #
   * @param verdict the revision of it that is left
   * @param configHash of the settings of now
   */
  static List<String> warnings(String name, Verdict verdict, String configHash) {
    List<String> warnings = new ArrayList<>();
    if (!configHash.equals(verdict.getProvenance().getConfigHash())) {
      warnings.add(
          "the settings of "
              + verdict.getModel()
              + " are not those that the verdict was made with: numbers may differ");
    }
    if (!name.endsWith("#" + verdict.getRevision())) {
      warnings.add(
          "of the verdict only revision "
              + verdict.getRevision()
              + " is left, and not "
              + name
              + ": labels that came between the two may count");
    }
    return warnings;
  }

  /**
   * Why a verdict may not show what raised the alert: its evidence ends before the alert's. Where
   * data are missing there is none to wait for.
   */
  static Optional<String> tooEarly(Alert alert, Verdict verdict) {
    Instant counted = verdict.getEvidence().getThrough();
    Instant decided = Collections.max(List.of(alert.getRaisedAt(), verdict.getWindowEnd()));
    boolean rests =
        alert.getState() != AlertState.NO_DATA
            && Rule.of(alert.getRule()).filter(Rule::isMadeAgain).isPresent();
    return rests && counted.isBefore(decided)
        ? Optional.of(
            "the verdict was issued before all labels were in: its evidence ends with predictions"
                + " made before "
                + Times.minute(counted)
                + ", and that of the alert with those before "
                + Times.minute(decided)
                + ", so that it may not show the problem")
        : Optional.empty();
  }

  /**
   * The same with more.
   *
   * @param more findings after those that are there
   * @param warning after those that are there
   */
  Agreement with(List<Comparison> more, String warning) {
    return new Agreement(
        sources,
        Stream.concat(comparisons.stream(), more.stream()).toList(),
        Stream.concat(warnings.stream(), Stream.of(warning)).toList());
  }

  /** Whether everything that can be found again is the same. */
  public boolean agrees() {
    return count(Comparison.Outcome.DIFFERENT) == 0;
  }

  /** The number of findings with the outcome. */
  long count(Comparison.Outcome outcome) {
    return comparisons.stream().filter(comparison -> comparison.outcome() == outcome).count();
  }

  /** The number of findings that are equal to the last bit. */
  long equal() {
    return comparisons.stream()
        .filter(comparison -> Objects.equals(comparison.recorded(), comparison.recomputed()))
        .count();
  }
}
