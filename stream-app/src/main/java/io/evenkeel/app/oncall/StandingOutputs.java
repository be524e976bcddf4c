package io.evenkeel.app.oncall;

import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * What topics say is so until the application says otherwise: the alerts that are open, and the
 * maps that are published. An application whose state was reset knows of none of them, and would
 * leave them for ever.
 *
 * @param alerts those that are open and the application's own, as their topic says
 * @param maps keys of the topic of maps
 */
public record StandingOutputs(List<Alert> alerts, Set<String> maps) {
  /** Why an alert is over, in words. */
  private static final String WHY =
      "the state of the monitor was reset; if the problem lasts, it fires again, and a"
          + " silence of it still holds";

  /** Copies list and set. */
  public StandingOutputs {
    alerts = List.copyOf(alerts);
    maps = Set.copyOf(maps);
  }

  /**
   * Reads both topics.
   *
   * @param kafka properties of Kafka clients
   * @throws AbsentException if one of them is not there
   */
  public static StandingOutputs read(AppConfig config, Map<String, Object> kafka) {
    try (TopicReader reader = new TopicReader(kafka, (what, read) -> {})) {
      PublishedMaps maps = new PublishedMaps(config);
      maps.read(reader);
      return of(new AlertTopic(config, reader).newest(), maps.series());
    }
  }

  /** Those of the newest state of every alert. */
  static StandingOutputs of(Collection<Alert> newest, Set<String> maps) {
    List<Alert> open =
        newest.stream()
            .filter(alert -> alert.getState() != AlertState.RESOLVED)
            // `evenkeel compare` says these, and its state is another.
            .filter(alert -> !alert.getRule().equals(Rule.COMPARISON.key()))
            .toList();
    return new StandingOutputs(open, maps);
  }

  /**
   * The events that end the alerts.
   *
   * @param now wall-clock time
   */
  List<Alert> retired(Instant now) {
    return alerts.stream()
        .map(
            alert ->
                Alert.newBuilder(AlertRecords.retired(alert, now, WHY))
                    .setInhibitedBy(null)
                    .build())
        .toList();
  }

  /**
   * Writes that the alerts are over.
   *
   * @param kafka properties of Kafka clients
   * @param now wall-clock time
   * @throws IllegalStateException if that cannot be written
   */
  public void retireAlerts(AppConfig config, Map<String, Object> kafka, Instant now) {
    String topic = config.topics().alerts();
    Serializer<Object> values = AvroSerdes.of(config.serde(), config.topics()).serializer();
    Map<String, byte @Nullable []> records = new LinkedHashMap<>();
    retired(now)
        .forEach(alert -> records.put(alert.getFingerprint(), values.serialize(topic, alert)));
    new TopicWriter(kafka).write(topic, "the end of alerts", records);
  }

  /**
   * Deletes the maps.
   *
   * @param kafka properties of Kafka clients
   * @throws IllegalStateException if that cannot be written
   */
  public void deleteMaps(AppConfig config, Map<String, Object> kafka) {
    Map<String, byte @Nullable []> records = new LinkedHashMap<>();
    maps.forEach(key -> records.put(key, null));
    new TopicWriter(kafka).write(config.topics().recalibrations(), "the end of maps", records);
  }
}
