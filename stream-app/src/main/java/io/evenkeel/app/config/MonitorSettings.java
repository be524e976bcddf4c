package io.evenkeel.app.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How the application as a whole watches.
 *
 * @param emitInterval wall-clock time between two publications of what a partition has seen, and
 *     the least between two provisional verdicts on a window
 * @param idleTimeout wall-clock time without events after which a partition no longer holds windows
 *     open; at least two emit intervals, whatever is given
 * @param maxClockSkew events farther in the future than this are quarantined
 * @param earlyLabelWait wall-clock time that a label waits for a prediction not yet seen
 * @param monitorUnknownModels whether models that are not listed are monitored with the defaults;
 *     otherwise their events are quarantined
 * @param provisionalVerdicts whether windows get verdicts before all their labels are in
 * @param sinks the output topic that a sink reads, by the name of its consumer group
 */
public record MonitorSettings(
    Duration emitInterval,
    Duration idleTimeout,
    Duration maxClockSkew,
    Duration earlyLabelWait,
    boolean monitorUnknownModels,
    boolean provisionalVerdicts,
    Map<String, String> sinks) {
  private static final Setting<Duration> EMIT_INTERVAL =
      duration(
          "emit-interval",
          Duration.ofSeconds(1),
          "Wall-clock time between two publications of what a partition has seen so far, where panes"
              + " that changed little wait longer, and the least between two provisional verdicts on a"
              + " window.");
  private static final Setting<Duration> IDLE_TIMEOUT =
      duration(
          "idle-timeout",
          Duration.ofMinutes(1),
          "Wall-clock time without events after which predictions or labels of a model no longer hold"
              + " the other ones back; if both are silent, event time continues with the clock, and"
              + " their partition holds no window open. Less than two `monitor.emit-interval` count as"
              + " two.");
  private static final Setting<Duration> MAX_CLOCK_SKEW =
      new Setting<>(
          "monitor.max-clock-skew",
          SettingType.DURATION,
          Duration.ofMinutes(10),
          Range.NOT_NEGATIVE,
          "Events farther in the future than this are quarantined.");
  private static final Setting<Duration> EARLY_LABEL_WAIT =
      duration(
          "early-label-wait",
          Duration.ofDays(1),
          "Wall-clock time that a label waits for a prediction that was not seen yet, up to an hour"
              + " of it after each start.");
  private static final Setting<Boolean> UNKNOWN_MODELS =
      new Setting<>(
          "monitor.unknown-models",
          SettingType.BOOLEAN,
          true,
          Range.either("true", "false"),
          "Whether models that are not listed under `models` are monitored with the defaults;"
              + " `false` quarantines their events.");
  private static final Setting<Boolean> PROVISIONAL_VERDICTS =
      new Setting<>(
          "monitor.provisional-verdicts",
          SettingType.BOOLEAN,
          true,
          Range.either("true", "false"),
          "Whether a window gets verdicts before all its labels are in. Alerts are the same"
              + " without them, and there is less to compute and to store.");
  private static final Setting<Map<String, String>> SINKS =
      new Setting<>(
          "monitor.sinks.*",
          SettingType.MAP,
          Map.of(),
          Range.anyMap(),
          "Consumer groups of sinks, each with the output topic that it reads, such as"
              + " `connect-evenkeel-verdicts: evenkeel.verdicts`. Metrics show how far each has"
              + " read, and a rule of Prometheus fires when one stands still while its topic grows.");

  static final List<Setting<?>> SETTINGS =
      List.of(
          EMIT_INTERVAL,
          IDLE_TIMEOUT,
          MAX_CLOCK_SKEW,
          EARLY_LABEL_WAIT,
          UNKNOWN_MODELS,
          PROVISIONAL_VERDICTS,
          SINKS);

  /** Checks the durations. */
  public MonitorSettings {
    EMIT_INTERVAL.check(emitInterval);
    IDLE_TIMEOUT.check(idleTimeout);
    // Less would make idle whatever is read between two publications.
    Duration least = emitInterval.multipliedBy(2);
    idleTimeout = idleTimeout.compareTo(least) < 0 ? least : idleTimeout;
    MAX_CLOCK_SKEW.check(maxClockSkew);
    EARLY_LABEL_WAIT.check(earlyLabelWait);
    sinks = Map.copyOf(sinks);
  }

  /** The defaults. */
  public static MonitorSettings defaults() {
    return from(Values.NONE);
  }

  /** The same without provisional verdicts. */
  MonitorSettings withoutProvisionalVerdicts() {
    return new MonitorSettings(
        emitInterval,
        idleTimeout,
        maxClockSkew,
        earlyLabelWait,
        monitorUnknownModels,
        false,
        sinks);
  }

  static MonitorSettings from(Values values) {
    return new MonitorSettings(
        values.get(EMIT_INTERVAL),
        values.get(IDLE_TIMEOUT),
        values.get(MAX_CLOCK_SKEW),
        values.get(EARLY_LABEL_WAIT),
        values.get(UNKNOWN_MODELS),
        values.get(PROVISIONAL_VERDICTS),
        values.map(SINKS));
  }

  private static Setting<Duration> duration(String key, Duration fallback, String doc) {
    return new Setting<>(
        "monitor." + key, SettingType.DURATION, fallback, Range.AT_LEAST_1_MS, doc);
  }
}
