package io.evenkeel.app.config;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How long to wait for labels.
 *
 * @param maxWait event time after which no more labels are waited for
 * @param minCoverage share of labelled predictions, in (0, 1], from which a window is final before
 *     the wait is over; empty: never
 * @param delayIndependent whether the delay of a label does not depend on its target, so that
 *     evidence need not wait until a pane is final
 * @param min number of labels below which a window is called underpowered
 * @param holdUnrepresentative whether windows whose labelled predictions are unlike the others
 *     neither raise nor resolve an alert
 * @param rowsPerOutcome how many predictions are about one outcome, at most; empty if not known
 * @param lag how far apart, at most, two predictions are of which the later is made before the
 *     target of the earlier is known; zero if every target is known before the next pane
 */
public record LabelSettings(
    Duration maxWait,
    OptionalDouble minCoverage,
    boolean delayIndependent,
    int min,
    boolean holdUnrepresentative,
    OptionalInt rowsPerOutcome,
    Duration lag) {
  private static final Setting<Duration> WAIT =
      new Setting<>(
          "labels.wait",
          SettingType.DURATION,
          Duration.ofDays(1),
          Range.NOT_NEGATIVE,
          "How long to wait for the labels of a window, after its end. Then its verdict is final.");
  private static final Setting<OptionalDouble> MIN_COVERAGE =
      new Setting<>(
          "labels.min-coverage",
          SettingType.OPTIONAL_NUMBER,
          OptionalDouble.empty(),
          new Range<>(
              c -> c.isEmpty() || (c.getAsDouble() > 0 && c.getAsDouble() <= 1),
              "`none`, or above 0 and at most 1"),
          "Share of labelled predictions from which a verdict is final before the wait is over;"
              + " `none`: never.");
  private static final Setting<Boolean> DELAY =
      new Setting<>(
          "labels.delay",
          SettingType.either("unknown", "independent"),
          false,
          Range.either("unknown", "independent"),
          "Whether the delay of a label is known to be `independent` of its target. If it is not,"
              + " evidence is only taken from panes that are final.");
  private static final Setting<Integer> MIN =
      new Setting<>(
          "labels.min",
          SettingType.INTEGER,
          30,
          Range.atLeast(1),
          "Number of labels below which the verdict of a window is `underpowered`.");

  private static final Setting<Boolean> UNREPRESENTATIVE =
      new Setting<>(
          "labels.unrepresentative",
          SettingType.either("mark", "hold"),
          false,
          Range.either("mark", "hold"),
          "What a window does whose labelled predictions are unlike those that wait: `mark` says so"
              + " and alerts as usual; `hold` raises no alert of miscalibration.");

  private static final Setting<OptionalInt> ROWS_PER_OUTCOME =
      new Setting<>(
          "labels.rows-per-outcome",
          SettingType.OPTIONAL_INTEGER,
          OptionalInt.empty(),
          new Range<>(n -> n.orElse(1) >= 1, "`none`, or at least 1"),
          "How many predictions are about the same outcome, at most. Each then counts as evidence by"
              + " 1 over this, unless it has a `weight` of its own. `none`: predictions with a"
              + " `cluster` and no `weight` are no evidence, those without a `cluster` count fully.");

  static final Setting<Duration> LAG =
      new Setting<>(
          "labels.lag",
          SettingType.DURATION,
          Duration.ZERO,
          Range.NOT_NEGATIVE,
          "How far apart, at most, two predictions are of which the later is made before the target"
              + " of the earlier is known, such as `28d` for forecasts four weeks ahead. Each label"
              + " then counts as evidence by 1 over the number of panes that overlap, which is this"
              + " over `window.advance`, rounded up, and 1. `0s`: every target is known before the"
              + " next pane.");

  static final List<Setting<?>> SETTINGS =
      List.of(WAIT, MIN_COVERAGE, DELAY, MIN, UNREPRESENTATIVE, ROWS_PER_OUTCOME, LAG);

  /** Checks the bounds. */
  public LabelSettings {
    WAIT.check(maxWait);
    MIN_COVERAGE.check(minCoverage);
    MIN.check(min);
    ROWS_PER_OUTCOME.check(rowsPerOutcome);
    LAG.check(lag);
  }

  /** A day, whatever the coverage, with delays that may depend on the target. */
  public static LabelSettings defaults() {
    return from(Values.NONE);
  }

  /**
   * The share of labelled predictions with which a pane may count as evidence. More labels may come
   * after it has counted.
   */
  public double countedCoverage() {
    return delayIndependent ? minCoverage.orElse(1) : 1;
  }

  static LabelSettings from(Values values) {
    return new LabelSettings(
        values.get(WAIT),
        values.get(MIN_COVERAGE),
        values.get(DELAY),
        values.get(MIN),
        values.get(UNREPRESENTATIVE),
        values.get(ROWS_PER_OUTCOME),
        values.get(LAG));
  }
}
