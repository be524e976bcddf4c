package io.evenkeel.app.metrics;

import java.util.List;

/**
 * Everything that Evenkeel measures of itself: name at the Prometheus endpoint, kind, unit, labels
 * and meaning. Counts are of this instance since its start; they may count an event twice that was
 * processed again after a failure, as verdicts never do.
 */
public enum Instrument {
  /** Prediction events. */
  PREDICTIONS(
      Kind.COUNTER, "predictions_total", "events", "Predictions that were taken in.", "model"),
  /** Label events. */
  LABELS(Kind.COUNTER, "labels_total", "events", "Labels that were taken in.", "model"),
  /** Observations. */
  JOINED(Kind.COUNTER, "joined_total", "observations", "Predictions joined with a label.", "model"),
  /** Events that came before. */
  DUPLICATES(
      Kind.COUNTER,
      "duplicates_total",
      "events",
      "Events ignored because they came before; kind is prediction or label.",
      "model",
      "kind"),
  /** Events after their pane was final. */
  LATE(
      Kind.COUNTER,
      "late_total",
      "events",
      "Predictions that came after their pane was closed, and labels that came too late while their"
          + " prediction was still kept; kind is prediction or label.",
      "model",
      "kind"),
  /** Labels that replaced a former one. */
  CORRECTIONS(
      Kind.COUNTER, "corrections_total", "events", "Labels that replaced a former one.", "model"),
  /** Labels that wait for a prediction. */
  EARLY_LABELS(
      Kind.COUNTER,
      "early_labels_total",
      "events",
      "Labels whose prediction was not there when they came: it comes later, or was forgotten when its"
          + " pane was closed. They wait for it as long as `monitor.early-label-wait` says."),
  /** Labels that never met a prediction. */
  UNMATCHED_LABELS(
      Kind.COUNTER,
      "unmatched_labels_total",
      "events",
      "Labels whose prediction did not come while they waited."),
  /** Events outside of the sample. */
  UNSAMPLED(
      Kind.COUNTER,
      "unsampled_total",
      "events",
      "Events that were left out by the setting `sampling` of their model; kind is prediction or"
          + " label.",
      "kind"),
  /** Events that could not be used. */
  DEAD_LETTERS(
      Kind.COUNTER,
      "dead_letters_total",
      "events",
      "Events that could not be used; model is empty where it is not known.",
      "reason",
      "model"),
  /** Records that could not be written. */
  DROPPED_RECORDS(
      Kind.COUNTER,
      "dropped_records_total",
      "records",
      "Records of the application's own that it could not write, such as too large ones; the log"
          + " says which.",
      "topic"),
  /** Partial sketches. */
  PARTIALS(
      Kind.COUNTER,
      "partials_total",
      "records",
      "Cumulative partial sketches sent on for merging."),
  /** Partial sketches that came too late. */
  STRAGGLERS(
      Kind.COUNTER,
      "straggling_partials_total",
      "records",
      "Partial sketches of panes that had been settled and forgotten; they count for nothing.",
      "model"),
  /** Partial sketches of other settings. */
  FOREIGN(
      Kind.COUNTER,
      "foreign_partials_total",
      "records",
      "Partial sketches refused because an instance with other settings made them; they count for"
          + " nothing.",
      "model"),
  /** Failures of work on one series. */
  SERIES_FAILURES(
      Kind.COUNTER,
      "series_failures_total",
      "failures",
      "Failures of work on one series, which stop no other; stage is observe or judge.",
      "model",
      "stage"),
  /** Series that are set aside. */
  FAILED_SERIES(
      Kind.GAUGE,
      "failed_series",
      "series",
      "1 while the series is not monitored because judging it failed, 0 once it is again.",
      "model",
      "version",
      "segment"),
  /** Verdicts. */
  VERDICTS(
      Kind.COUNTER,
      "verdicts_total",
      "verdicts",
      "Verdicts issued; status is provisional, revised or final.",
      "model",
      "status"),
  /** Evidence against calibration. */
  E_VALUE_LOG10(
      Kind.GAUGE,
      "e_value_log10",
      "decades",
      "Decimal logarithm of the e-value against calibration, of the newest verdict.",
      "model",
      "version",
      "segment"),
  /** Evidence by which a rule fires. */
  RULE_EVIDENCE_LOG10(
      Kind.GAUGE,
      "rule_evidence_log10",
      "decades",
      "Decimal logarithm of the evidence by which a rule fires; of a rule of drift, of the level"
          + " that is nearest to its threshold. At least -10.",
      "model",
      "version",
      "segment",
      "rule"),
  /** Where it fires. */
  RULE_THRESHOLD_LOG10(
      Kind.GAUGE,
      "rule_threshold_log10",
      "decades",
      "Decimal logarithm of the evidence from which on the rule fires.",
      "model",
      "version",
      "segment",
      "rule"),
  /** Test of the newest window. */
  P_VALUE(
      Kind.GAUGE,
      "p_value",
      "probability",
      "P-value of the calibration test, of the newest window with enough labels.",
      "model",
      "version",
      "segment"),
  /** Calibration error of the newest window. */
  SKCE_ESTIMATE(
      Kind.GAUGE,
      "skce_estimate",
      "squared kernel calibration error",
      "Unbiased estimate of the squared kernel calibration error, of the newest window with"
          + " enough labels; may be negative.",
      "model",
      "version",
      "segment"),
  /** Size of the miscalibration of the newest window. */
  RECALIBRATION_GAIN(
      Kind.GAUGE,
      "recalibration_gain_nats",
      "nats per label",
      "What the best recalibration would have saved in the newest window with enough labels.",
      "model",
      "version",
      "segment"),
  /** Whether predictions drifted. */
  DRIFT_P_VALUE(
      Kind.GAUGE,
      "drift_p_value",
      "probability",
      "P-value of the test that predictions are distributed as in the reference, of the newest"
          + " window that has one.",
      "model",
      "version",
      "segment"),
  /** How far predictions drifted. */
  DRIFT_DISTANCE(
      Kind.GAUGE,
      "drift_distance",
      "standard deviations",
      "Largest difference of a mean feature of predictions from the reference, of the newest"
          + " window that has one.",
      "model",
      "version",
      "segment"),
  /** Whether labels are representative. */
  SELECTION_P_VALUE(
      Kind.GAUGE,
      "selection_p_value",
      "probability",
      "P-value of the test that labelled predictions are distributed as those that wait, of the"
          + " newest window that has one.",
      "model",
      "version",
      "segment"),
  /** What the newest window will cost. */
  EXPECTED_SCORE(
      Kind.GAUGE,
      "expected_score",
      "log loss in nats, or CRPS",
      "Mean log loss (of numbers, CRPS) that the predictions of the newest window are expected to"
          + " have once their labels come; NaN where it is not said.",
      "model",
      "version",
      "segment"),
  /** Where that lies. */
  EXPECTED_SCORE_UPPER(
      Kind.GAUGE,
      "expected_score_upper",
      "log loss in nats, or CRPS",
      "Upper end of the 95 % interval of the expected score.",
      "model",
      "version",
      "segment"),
  /** What the labels before cost. */
  SCORE_BEFORE(
      Kind.GAUGE,
      "score_before",
      "log loss in nats, or CRPS",
      "The same score of the labelled predictions that the expected score is learned from.",
      "model",
      "version",
      "segment"),
  /** How often expected scores were right. */
  EXPECTED_SCORE_COVERAGE(
      Kind.GAUGE,
      "expected_score_coverage_ratio",
      "ratio",
      "Share of the 95 % intervals of expected scores that held what labels then showed.",
      "model",
      "version",
      "segment"),
  /** Share of predictions with a label. */
  LABEL_COVERAGE(
      Kind.GAUGE,
      "label_coverage_ratio",
      "ratio",
      "Share of predictions whose label came, of the newest window with predictions.",
      "model",
      "version",
      "segment"),
  /** Problems that are firing. */
  ALERTS_FIRING(
      Kind.GAUGE,
      "alerts_firing",
      "alerts",
      "Alerts that fire, or fired when their data stopped, and are neither silenced nor inhibited.",
      "model",
      "rule",
      "severity"),
  /** When something was last read. */
  LAST_EVENT(
      Kind.GAUGE,
      "last_event_seconds",
      "seconds since 1970",
      "When the newest record was read, by the clock of the instance.",
      "topic"),
  /** How far a model has come. */
  EVENT_TIME(
      Kind.GAUGE,
      "event_time_seconds",
      "seconds since 1970",
      "Event time of the model, by which its windows close: that of the slower of predictions and"
          + " labels in the slowest partition that is not idle. It is told where panes end, and while"
          + " events come each minute, or each hundredth of a window.",
      "model"),
  /** How far a model is judged. */
  FINAL_WINDOW(
      Kind.GAUGE,
      "final_window_seconds",
      "seconds since 1970",
      "End of the newest window of the model with a final verdict.",
      "model"),
  /** Whether there are brokers. */
  KAFKA_CONNECTED(
      Kind.GAUGE,
      "kafka_connected",
      "0 or 1",
      "Whether the brokers were heard from within the session timeout."),
  /** Whether it works. */
  READY(Kind.GAUGE, "ready", "0 or 1", "Whether `/health/ready` says that it works."),
  /** Deliveries that Alertmanager took. */
  ALERTMANAGER_DELIVERED(
      Kind.COUNTER,
      "alertmanager_delivered_total",
      "requests",
      "Deliveries of alerts that an Alertmanager took.",
      "url"),
  /** Deliveries that failed. */
  ALERTMANAGER_FAILED(
      Kind.COUNTER,
      "alertmanager_failed_total",
      "requests",
      "Deliveries of alerts that failed; they are tried again.",
      "url"),
  /** The newest delivery. */
  ALERTMANAGER_LAST_SUCCESS(
      Kind.GAUGE,
      "alertmanager_last_success_seconds",
      "seconds since 1970",
      "When an Alertmanager last took alerts, by the clock of the instance.",
      "url"),
  /** The newest whole round of the bridge. */
  ALERTMANAGER_LAST_ROUND(
      Kind.GAUGE,
      "alertmanager_last_round_seconds",
      "seconds since 1970",
      "When the bridge last heard from brokers, read all alerts and had an Alertmanager take what was due,"
          + " by the clock of the instance; its start before the first time."),
  /** How far a sink has read. */
  SINK_COMMITTED(
      Kind.GAUGE,
      "sink_committed_offset",
      "records",
      "How far a sink of `monitor.sinks` has read its topic: its committed offsets, added up.",
      "group",
      "topic"),
  /** How far a sink could have read. */
  SINK_END(
      Kind.GAUGE,
      "sink_end_offset",
      "records",
      "How far a sink of `monitor.sinks` could have read: the ends of its topic, added up.",
      "group",
      "topic"),
  /** Memory of the stores. */
  STATE_MEMORY(
      Kind.GAUGE,
      "state_memory_bytes",
      "bytes",
      "Memory that all stores take outside of the heap, which kafka.evenkeel.rocksdb.memory bounds."),
  /** Whether state is restored. */
  RESTORING(
      Kind.GAUGE,
      "restoring_tasks",
      "tasks",
      "Tasks whose state is being restored before they work.");

  /** How values of an instrument behave over time. */
  public enum Kind {
    /** Only grows. */
    COUNTER,
    /** Goes up and down. */
    GAUGE
  }

  private final Kind kind;
  private final String exportedName;
  private final String unit;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> labels;

  Instrument(Kind kind, String name, String unit, String help, String... labels) {
    this.kind = kind;
    this.exportedName = "evenkeel_" + name;
    this.unit = unit;
    this.help = help;
    this.labels = List.of(labels);
  }

  /** How its values behave over time. */
  public Kind kind() {
    return kind;
  }

  /** Its name at the Prometheus endpoint. */
  public String exportedName() {
    return exportedName;
  }

  /** What its value counts. */
  public String unit() {
    return unit;
  }

  /** What it means. */
  public String help() {
    return help;
  }

  /** Names of its labels, in the order in which {@link Metrics} takes their values. */
  public List<String> labels() {
    return labels;
  }
}
