package io.evenkeel.app.explain;

import io.evenkeel.app.codec.Columns;
import io.evenkeel.app.config.Rule;
import io.evenkeel.schemas.Alert;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that an alert itself says, of rules whose numbers are not those of a verdict: drift
 * gathers its reference and its evidence from the first pane of the series on, of which a verdict
 * names no offsets.
 */
final class OwnNumbers {
  private static final String ALERT = "alert" + Columns.DELIMITER;

  private static final List<String> FIELDS =
      List.of(
          "starts_at",
          "starts_earliest",
          "starts_latest",
          "cases",
          "log_evidence",
          "log_threshold",
          "effect_parameter",
          "effect",
          "effect_lower",
          "effect_upper",
          "effect_open",
          "names");

  private OwnNumbers() {}

  /** The agreement of the verdict with what is not made again; the same if everything is. */
  static Agreement add(Alert alert, Agreement verdict) {
    return Rule.of(alert.getRule())
        .filter(rule -> !rule.isMadeAgain())
        .map(
            rule ->
                verdict.with(
                    comparisons(alert),
                    reason(rule)
                        + ", only the verdict on the window that was newest when the alert last"
                        + " changed"))
        .orElse(verdict);
  }

  private static String reason(Rule rule) {
    return rule == Rule.WINDOW_TESTS
        ? "the tests of the windows before the newest are not made again"
        : "evidence and size of drift are not made again";
  }

  private static List<Comparison> comparisons(Alert alert) {
    Map<String, @Nullable Object> all = Columns.of(alert);
    return FIELDS.stream()
        .filter(name -> isSaid(all.get(name)))
        .map(
            name ->
                new Comparison(
                    ALERT + name,
                    printable(Objects.requireNonNull(all.get(name))),
                    null,
                    Comparison.Outcome.NOT_RECOMPUTED,
                    Comparison.RESTS_ON_MORE))
        .toList();
  }

  /** Drift counts no cases, and is not of features unless it names them. */
  private static boolean isSaid(@Nullable Object value) {
    return value != null && !value.equals(0L) && !value.equals(List.of());
  }

  private static Object printable(Object value) {
    return value instanceof Instant time ? time.toString() : value;
  }
}
