package io.evenkeel.app.explain;

import io.evenkeel.app.codec.Columns;
import io.evenkeel.app.config.DriftSettings;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One finding of a verdict or of a published map, then and now.
 *
 * @param name the field, as {@link Columns} names it
 * @param recorded what it was; null for nothing
 * @param recomputed what it is; null for nothing
 * @param outcome whether they are the same
 * @param reason why it could not be made again; empty if it could
 */
public record Comparison(
    String name,
    @Nullable Object recorded,
    @Nullable Object recomputed,
    Outcome outcome,
    String reason) {
  /** Sums of the same terms in another order differ by less. */
  private static final double RELATIVE = 1e-9;

  private static final double ABSOLUTE = 1e-12;

  /** Which window it is and what it was made of, and words that are made of the numbers. */
  private static final Set<String> GIVEN =
      Set.of(
          "model",
          "version",
          "segment",
          "window_start",
          "window_end",
          "status",
          "revision",
          "summary",
          "evidence_since",
          "evidence_through",
          "since",
          "updated_at",
          "verdict");

  /** Why a field cannot be made again that rests on panes of which the verdict names no offsets. */
  static final String RESTS_ON_MORE = "it rests on more than the offsets that the verdict names";

  /** What an alert that is over leaves behind: the reference, and what bets have learned. */
  private static final Set<String> OF_THE_WHOLE_LIFE = Set.of("cause", "evidence_log_detector");

  /** How the labels compare with those of the reference: a fixed one has those of a window. */
  private static final Set<String> OF_LABELS = Set.of("labels_shifted", "drift_labels_p_value");

  /** How the predictions compare with those of the reference, beside the group of drift. */
  private static final Set<String> OF_CASES = Set.of("predictions_shifted", "features_shifted");

  private static final String DRIFT = "drift" + Columns.DELIMITER;

  /** Compares cases of the window with each other. */
  private static final String DRIFT_OF_SELECTION = DRIFT + "selection";

  private static final String EVIDENCE = "evidence" + Columns.DELIMITER;
  private static final String EXPECTED = "expected" + Columns.DELIMITER;
  private static final String PROVENANCE = "provenance" + Columns.DELIMITER;

  /** Why a field could not be made again; empty if it could. */
  @FunctionalInterface
  private interface Excuse {
    String of(String name, @Nullable Object now);
  }

  /** How a finding of then and one of now compare. */
  public enum Outcome {
    /** Equal; numbers, to 1e-9 of their size. */
    SAME,
    /** Not equal. */
    DIFFERENT,
    /** It cannot be made again. */
    NOT_RECOMPUTED
  }

  /**
   * Every field of two verdicts on one window that says what was found.
   *
   * @param settings of now
   * @param isOlder whether the series was judged before the evidence of the verdict began; asked
   *     where that may be why numbers differ
   */
  static List<Comparison> of(
      Verdict recorded, Verdict recomputed, ModelSettings settings, BooleanSupplier isOlder) {
    return of(
        Columns.of(recorded),
        Columns.of(recomputed),
        (name, now) -> excuse(name, now, settings, isOlder));
  }

  /**
   * Every field of two records of a published map that says what was found.
   *
   * @param recomputed null if there is none
   */
  static List<Comparison> of(PublishedMap recorded, @Nullable PublishedMap recomputed) {
    return of(MapFields.of(recorded), MapFields.of(recomputed), (name, now) -> "");
  }

  private static List<Comparison> of(
      Map<String, @Nullable Object> recorded,
      Map<String, @Nullable Object> recomputed,
      Excuse excuse) {
    Set<String> names = new LinkedHashSet<>(recorded.keySet());
    names.addAll(recomputed.keySet());
    return names.stream()
        .filter(name -> !isGiven(name))
        .filter(name -> recorded.get(name) != null || recomputed.get(name) != null)
        .map(name -> of(name, recorded.get(name), recomputed.get(name), excuse))
        .toList();
  }

  private static boolean isGiven(String name) {
    return GIVEN.contains(name) || name.startsWith(PROVENANCE);
  }

  private static Comparison of(
      String name, @Nullable Object then, @Nullable Object now, Excuse excuse) {
    if (same(then, now)) {
      return new Comparison(name, then, now, Outcome.SAME, "");
    }
    String reason = excuse.of(name, now);
    Outcome outcome = reason.isEmpty() ? Outcome.DIFFERENT : Outcome.NOT_RECOMPUTED;
    return new Comparison(name, then, now, outcome, reason);
  }

  private static String excuse(
      String field, @Nullable Object now, ModelSettings settings, BooleanSupplier isOlder) {
    if ((now == null && isOfOtherWindows(field, settings.drift()))
        || ((OF_THE_WHOLE_LIFE.contains(field) || (now == null && field.startsWith(EVIDENCE)))
            && isOlder.getAsBoolean())) {
      return RESTS_ON_MORE;
    }
    boolean severalPanes = !settings.window().size().equals(settings.window().advance());
    return field.equals("late") && severalPanes
        ? "which panes were still open when a late label came is not recorded"
        : "";
  }

  /** Whether a field rests on windows before those of which the verdict names the offsets. */
  private static boolean isOfOtherWindows(String field, DriftSettings drift) {
    if (field.startsWith(EXPECTED)) {
      return true;
    }
    if (OF_LABELS.contains(field)) {
      return drift.isFixed() || drift.pinned().isPresent();
    }
    return drift.pinned().isPresent()
        && (OF_CASES.contains(field) || field.startsWith(DRIFT))
        && !field.startsWith(DRIFT_OF_SELECTION);
  }

  private static boolean same(@Nullable Object then, @Nullable Object now) {
    if (then instanceof Number x && now instanceof Number y) {
      return close(x.doubleValue(), y.doubleValue());
    }
    if (then instanceof List<?> x && now instanceof List<?> y) {
      boolean same = x.size() == y.size();
      for (int i = 0; same && i < x.size(); i++) {
        same = same(x.get(i), y.get(i));
      }
      return same;
    }
    return Objects.equals(then, now);
  }

  /**
   * To how many digits two numbers agree, in words; empty if to the last bit, and of no numbers.
   */
  String digits() {
    if (!(recorded instanceof Double x && recomputed instanceof Double y)
        || x.equals(y)
        || x.doubleValue() == y.doubleValue()) {
      return "";
    }
    double difference = Math.abs(x - y) / Math.max(Math.abs(x), Math.abs(y));
    return difference > RELATIVE
        ? String.format(Locale.ROOT, " within %.0e", Math.abs(x - y))
        : String.format(Locale.ROOT, " to %.0f digits", Math.floor(-Math.log10(difference)));
  }

  private static boolean close(double x, double y) {
    return Double.compare(x, y) == 0
        || Math.abs(x - y) <= ABSOLUTE + RELATIVE * Math.max(Math.abs(x), Math.abs(y));
  }
}
