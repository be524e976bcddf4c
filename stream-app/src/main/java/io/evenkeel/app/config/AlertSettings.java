package io.evenkeel.app.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * When windows become an alert, how much it matters, and when it is over.
 *
 * @param breaches number of windows m whose tests must reject
 * @param windows among this many of the newest n &ge; m
 * @param hold event time that an alert is pending before it fires
 * @param reopenWithin event time after the end of a fault within which another one is the same
 *     alert
 * @param noDataAfter event time without labels, or without predictions, after which the state of an
 *     alert is unknown; zero: never; empty: by how often the series is predicted for
 * @param retireAfter event time without predictions, while the model goes on in other series, after
 *     which an open alert is resolved; empty: twice as long as the former
 * @param resendInterval wall-clock time after which a firing alert is sent again; zero: never
 * @param criticalFrom nats per label, at the near end of the interval, from which a miscalibration
 *     is critical
 * @param criticalFromCost cost per 1,000 cases, at the near end of the interval, from which a
 *     miscalibration whose costs are known is critical instead; empty: nats decide
 * @param runbook where it says what to do
 * @param inhibitSegments whether the alert of the whole model silences those of its segments
 * @param inhibitedBy models whose alert silences those of this one
 * @param falseDiscoveries share of rejected windows that may be false, on average, by e-values;
 *     empty: windows are tested at alpha each
 * @param deadLettersFrom share of the events of a model, above 0 and at most 1, from which dead
 *     letters are an alert
 * @param rules what each rule does
 */
public record AlertSettings(
    int breaches,
    int windows,
    Duration hold,
    Duration reopenWithin,
    Optional<Duration> noDataAfter,
    Optional<Duration> retireAfter,
    Duration resendInterval,
    double criticalFrom,
    OptionalDouble criticalFromCost,
    String runbook,
    boolean inhibitSegments,
    List<String> inhibitedBy,
    OptionalDouble falseDiscoveries,
    double deadLettersFrom,
    RuleSettings rules) {
  private static final Setting<Integer> BREACHES =
      count(
          "breaches",
          3,
          "Number of windows that the tests must reject before `window-tests` alerts, and the least"
              + " number of quiet windows in a row that end it. The quiet ones must have this many"
              + " times the labels of the smallest rejected one.");
  private static final Setting<Integer> WINDOWS =
      count(
          "windows",
          4,
          "Number of newest windows, none of which overlaps another, among which they are counted.");
  private static final Setting<Duration> HOLD =
      duration(
          "hold", Duration.ZERO, "Event time for which an alert is `PENDING` before it fires.");
  private static final Setting<Duration> REOPEN_WITHIN =
      duration(
          "reopen-within",
          Duration.ofDays(1),
          "Event time after the end of a fault within which another fault reopens the same alert. An"
              + " alert that was reopened ends only after a quiet time of twice the gap, at most so"
              + " long.");
  private static final Setting<Optional<Duration>> NO_DATA_AFTER =
      new Setting<>(
          "alert.no-data-after",
          SettingType.AUTO_DURATION,
          Optional.empty(),
          new Range<>(
              d -> d.isEmpty() || Range.NOT_NEGATIVE.holds().test(d.get()),
              "`auto`, or at least 0s"),
          "Event time without labels, or without predictions, after which the alert says `NO_DATA`;"
              + " `0s`: never. `auto`: three days, three windows, or three times the usual gap"
              + " between predictions of the series, whichever is longest. Missing predictions are"
              + " reported `labels.wait` later, when all earlier labels are final.");
  private static final Setting<Optional<Duration>> RETIRE_AFTER =
      new Setting<>(
          "alert.retire-after",
          SettingType.AUTO_DURATION,
          Optional.empty(),
          new Range<>(
              d -> d.isEmpty() || Range.AT_LEAST_1_MS.holds().test(d.get()),
              "`auto`, or at least 1ms"),
          "Event time without predictions of a version or segment, while others of the model are"
              + " predicted for, after which it counts as retired and its open alert is resolved."
              + " `auto`: twice the time of `alert.no-data-after`, were that not `0s`.");
  private static final Setting<Duration> RESEND_INTERVAL =
      duration(
          "resend-interval",
          Duration.ofMinutes(1),
          "Wall-clock time after which a firing alert is sent again, as Alertmanager expects;"
              + " `0s`: never.");
  private static final Setting<Double> CRITICAL_FROM =
      new Setting<>(
          "alert.critical-from",
          SettingType.NUMBER,
          0.01,
          new Range<>(e -> e >= 0, "at least 0"),
          "Nats per label that recalibration would save, from which an alert of rule"
              + " `miscalibration` is `CRITICAL`; below it is a `WARNING`. The near end of the"
              + " interval decides.");
  private static final Setting<OptionalDouble> CRITICAL_FROM_COST =
      new Setting<>(
          "alert.critical-from-cost",
          SettingType.OPTIONAL_NUMBER,
          OptionalDouble.empty(),
          new Range<>(n -> n.isEmpty() || n.getAsDouble() >= 0, "`none`, or at least 0"),
          "With `costs.threshold` or `costs.matrix`: what decisions by the predictions cost more per"
              + " 1,000 cases than by recalibrated ones, from which that alert is `CRITICAL`. The"
              + " near end of the interval decides, in place of `alert.critical-from`. `none`, and"
              + " where the cost is not known: nats decide.");
  private static final Setting<String> RUNBOOK =
      new Setting<>(
          "alert.runbook",
          SettingType.TEXT,
          "",
          Range.matching("\\S*", "a link without spaces"),
          "Link in every alert, such as a page of your own that says what to do. Empty: none.");

  private static final Setting<Boolean> INHIBIT_SEGMENTS =
      new Setting<>(
          "alert.inhibit-segments",
          SettingType.BOOLEAN,
          true,
          Range.either("true", "false"),
          "Whether alerts of segments are not sent while that of the whole version is open.");
  private static final Setting<List<String>> INHIBITED_BY =
      new Setting<>(
          "alert.inhibited-by",
          SettingType.TEXTS,
          List.of(),
          Range.DISTINCT,
          "Models that this one is fed by: while an alert of one of them as a whole fires, in any"
              + " version, the alerts of this one that are not more severe are not sent.");

  private static final Setting<OptionalDouble> FALSE_DISCOVERIES =
      new Setting<>(
          "alert.false-discoveries",
          SettingType.OPTIONAL_NUMBER,
          OptionalDouble.empty(),
          new Range<>(
              n -> n.isEmpty() || (n.getAsDouble() > 0 && n.getAsDouble() < 1),
              "`none`, or above 0 and below 1"),
          "Share of the rejected windows of a series that may be rejected falsely, on average over all"
              + " time: the e-values of the windows then decide, by e-LOND at this rate. `none`: the"
              + " tests of each window decide at `evidence.alpha`, and of a hundred calibrated ones"
              + " some are rejected.");

  private static final Setting<Double> DEAD_LETTERS_FROM =
      new Setting<>(
          "alert.dead-letters-from",
          SettingType.NUMBER,
          0.05,
          new Range<>(share -> share > 0 && share <= 1, "above 0 and at most 1"),
          "Share of dead letters among the events of a model in the last hour, from which"
              + " `dead-letters` alerts. Fewer than ten are no alert. Below half of the share it"
              + " ends.");

  static final List<Setting<?>> SETTINGS =
      Stream.concat(
              Stream.<Setting<?>>of(
                  BREACHES,
                  WINDOWS,
                  HOLD,
                  REOPEN_WITHIN,
                  NO_DATA_AFTER,
                  RETIRE_AFTER,
                  RESEND_INTERVAL,
                  CRITICAL_FROM,
                  CRITICAL_FROM_COST,
                  RUNBOOK,
                  INHIBIT_SEGMENTS,
                  INHIBITED_BY,
                  FALSE_DISCOVERIES,
                  DEAD_LETTERS_FROM),
              RuleSettings.SETTINGS.stream())
          .toList();

  /** Checks the counts. */
  public AlertSettings {
    BREACHES.check(breaches);
    WINDOWS.check(windows);
    HOLD.check(hold);
    REOPEN_WITHIN.check(reopenWithin);
    NO_DATA_AFTER.check(noDataAfter);
    RETIRE_AFTER.check(retireAfter);
    RESEND_INTERVAL.check(resendInterval);
    CRITICAL_FROM.check(criticalFrom);
    CRITICAL_FROM_COST.check(criticalFromCost);
    RUNBOOK.check(runbook);
    INHIBITED_BY.check(inhibitedBy);
    FALSE_DISCOVERIES.check(falseDiscoveries);
    DEAD_LETTERS_FROM.check(deadLettersFrom);
    inhibitedBy = List.copyOf(inhibitedBy);
    if (breaches > windows) {
      throw new ConfigException(
          "alert.breaches",
          String.valueOf(breaches),
          "is more than alert.windows = "
              + windows
              + " and would never fire; make it at most that");
    }
  }

  /** The defaults. */
  public static AlertSettings defaults() {
    return from(Values.NONE);
  }

  static AlertSettings from(Values values) {
    return new AlertSettings(
        values.get(BREACHES),
        values.get(WINDOWS),
        values.get(HOLD),
        values.get(REOPEN_WITHIN),
        values.get(NO_DATA_AFTER),
        values.get(RETIRE_AFTER),
        values.get(RESEND_INTERVAL),
        values.get(CRITICAL_FROM),
        values.get(CRITICAL_FROM_COST),
        values.get(RUNBOOK),
        values.get(INHIBIT_SEGMENTS),
        values.get(INHIBITED_BY),
        values.get(FALSE_DISCOVERIES),
        values.get(DEAD_LETTERS_FROM),
        RuleSettings.from(values));
  }

  private static Setting<Integer> count(String key, int fallback, String doc) {
    return new Setting<>(
        "alert." + key, SettingType.INTEGER, fallback, Range.between(1, 1000), doc);
  }

  private static Setting<Duration> duration(String key, Duration fallback, String doc) {
    return new Setting<>("alert." + key, SettingType.DURATION, fallback, Range.NOT_NEGATIVE, doc);
  }
}
