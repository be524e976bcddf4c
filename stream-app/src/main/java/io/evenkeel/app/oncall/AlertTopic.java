package io.evenkeel.app.oncall;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.schemas.Alert;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the topic of alerts. */
public final class AlertTopic {
  private final String topic;
  private final TopicReader reader;
  private final OutputRecords<Alert> records;

  /** The topic of a configuration. */
  public AlertTopic(AppConfig config, TopicReader reader) {
    this.topic = config.topics().alerts();
    this.reader = reader;
    this.records = new OutputRecords<>(config, Alert.class);
  }

  /** The newest state of every alert, by fingerprint. */
  public List<Alert> newest() {
    return List.copyOf(newest("", null).values());
  }

  /**
   * The newest state of one alert.
   *
   * @param id its fingerprint, or the beginning of it
   * @param at not newer than this, event time; null for the newest of all
   * @throws AbsentException if there is none, or more than one
   */
  public Alert find(String id, @Nullable Instant at) {
    NavigableMap<String, Alert> found = newest(id, at);
    if (found.isEmpty()) {
      throw new AbsentException(
          "no alert in "
              + topic
              + " has an ID that starts with '"
              + id
              + "'"
              + (at == null ? "" : ", up to " + at)
              + "; 'evenkeel alerts --all' lists them");
    }
    if (found.size() > 1) {
      throw new AbsentException(
          "'" + id + "' is the start of the IDs of several alerts: " + found.keySet());
    }
    return found.firstEntry().getValue();
  }

  private NavigableMap<String, Alert> newest(String id, @Nullable Instant at) {
    NavigableMap<String, Alert> found = new TreeMap<>();
    reader.all(
        topic,
        record -> {
          if (record.key() == null || !record.key().startsWith(id)) {
            return;
          }
          if (record.value() == null && at == null) {
            found.remove(record.key());
          } else {
            records
                .of(record)
                .filter(alert -> at == null || !alert.getUpdatedAt().isAfter(at))
                .ifPresent(alert -> found.put(record.key(), alert));
          }
        });
    return found;
  }
}
