package io.evenkeel.app.config;

import java.util.HashSet;
import java.util.List;

/**
 * The names of the topics, all different; but the challenger may have that of recalibrated.
 *
 * @param predictions prediction events, keyed by prediction_id
 * @param labels label events, keyed by prediction_id, with as many partitions as predictions
 * @param profiles what was learned of each series, compacted
 * @param series the series that are being judged, compacted
 * @param verdicts what the tests say of each window
 * @param metrics one number per record, for sinks
 * @param alerts the life of each problem, compacted
 * @param recalibrations the map that recalibrates each series and is proved to pay, compacted
 * @param recalibrated predictions to which maps are applied, if they are
 * @param challenger predictions with the same ids that others are compared with, if they are
 * @param comparisons which of two versions is better, compacted
 * @param silences alerts that somebody silences for a while, compacted
 * @param deadLetters events that could not be used, with reason and origin
 */
public record TopicNames(
    String predictions,
    String labels,
    String profiles,
    String series,
    String verdicts,
    String metrics,
    String alerts,
    String recalibrations,
    String recalibrated,
    String challenger,
    String comparisons,
    String silences,
    String deadLetters) {
  private static final Range<String> NAME =
      Range.matching(
          "(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}", "a topic name: 1 to 249 of a-z A-Z 0-9 . _ -");

  private static final Setting<String> PREDICTIONS =
      topic("predictions", "prediction events, keyed by prediction_id");
  private static final Setting<String> LABELS =
      topic("labels", "label events, keyed by prediction_id; as many partitions as predictions");
  private static final Setting<String> PROFILES =
      topic("profiles", "what was learned of each series; compacted");
  private static final Setting<String> SERIES =
      topic(
          "series",
          "the series that are being judged, among which the budget is shared; compacted");
  private static final Setting<String> VERDICTS =
      topic("verdicts", "what the tests say of each window of each series");
  private static final Setting<String> METRICS =
      topic("metrics", "one number per record, for sinks");
  private static final Setting<String> ALERTS =
      topic("alerts", "the life of each problem; compacted");
  private static final Setting<String> RECALIBRATIONS =
      topic(
          "recalibrations",
          "the map that recalibrates the predictions of each series, where later labels prove that"
              + " it pays; compacted");
  private static final Setting<String> RECALIBRATED =
      topic(
          "recalibrated",
          "predictions with the maps applied, as `evenkeel apply-maps` writes them; nothing else"
              + " needs it");
  private static final Setting<String> CHALLENGER =
      new Setting<>(
          "topics.challenger",
          SettingType.TEXT,
          "evenkeel.challenger",
          NAME,
          "Topic of predictions with the same ids by another version, with which `evenkeel compare`"
              + " compares those of `topics.predictions`; it may be `topics.recalibrated`. Nothing"
              + " else needs it.");
  private static final Setting<String> COMPARISONS =
      topic(
          "comparisons",
          "which of two versions is better, as `evenkeel compare` writes it, compacted; nothing else"
              + " needs it");
  private static final Setting<String> SILENCES =
      topic(
          "silences",
          "which alerts are not to be sent for a while, keyed by silence_id; compacted");
  private static final Setting<String> DEAD_LETTERS =
      topic("dead-letters", "events that could not be used, with reason and origin");

  static final List<Setting<?>> SETTINGS =
      List.of(
          PREDICTIONS,
          LABELS,
          PROFILES,
          SERIES,
          VERDICTS,
          METRICS,
          ALERTS,
          RECALIBRATIONS,
          RECALIBRATED,
          CHALLENGER,
          COMPARISONS,
          SILENCES,
          DEAD_LETTERS);

  /** Checks that the names are legal and different. */
  public TopicNames {
    PREDICTIONS.check(predictions);
    LABELS.check(labels);
    PROFILES.check(profiles);
    SERIES.check(series);
    VERDICTS.check(verdicts);
    METRICS.check(metrics);
    ALERTS.check(alerts);
    RECALIBRATIONS.check(recalibrations);
    RECALIBRATED.check(recalibrated);
    CHALLENGER.check(challenger);
    COMPARISONS.check(comparisons);
    SILENCES.check(silences);
    DEAD_LETTERS.check(deadLetters);
    var seen = new HashSet<String>();
    for (String name :
        List.of(
            predictions,
            labels,
            profiles,
            series,
            verdicts,
            metrics,
            alerts,
            recalibrations,
            recalibrated,
            comparisons,
            silences,
            deadLetters)) {
      if (!seen.add(name)) {
        throw twice(name);
      }
    }
    if (!challenger.equals(recalibrated) && seen.contains(challenger)) {
      throw twice(challenger);
    }
  }

  private static ConfigException twice(String name) {
    return new ConfigException(
        "topics", name, "is the name of two topics; give each topic a name of its own");
  }

  /** The default names. */
  public static TopicNames defaults() {
    return from(Values.NONE);
  }

  static TopicNames from(Values values) {
    return new TopicNames(
        values.get(PREDICTIONS),
        values.get(LABELS),
        values.get(PROFILES),
        values.get(SERIES),
        values.get(VERDICTS),
        values.get(METRICS),
        values.get(ALERTS),
        values.get(RECALIBRATIONS),
        values.get(RECALIBRATED),
        values.get(CHALLENGER),
        values.get(COMPARISONS),
        values.get(SILENCES),
        values.get(DEAD_LETTERS));
  }

  private static Setting<String> topic(String name, String doc) {
    return new Setting<>(
        "topics." + name, SettingType.TEXT, "evenkeel." + name, NAME, "Topic of " + doc + ".");
  }
}
