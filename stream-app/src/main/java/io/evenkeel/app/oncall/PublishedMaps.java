package io.evenkeel.app.oncall;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.schemas.PublishedMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** What the topic of recalibrations says of each series: mutable, for one thread. */
public final class PublishedMaps {
  /** Keys that a message shows. */
  private static final int SHOWN = 10;

  private final String topic;
  private final OutputRecords<PublishedMap> records;
  private final NavigableMap<String, PublishedMap> newest = new TreeMap<>();

  /** Those of the topic of a configuration, of which nothing is read. */
  public PublishedMaps(AppConfig config) {
    this.topic = config.topics().recalibrations();
    this.records = new OutputRecords<>(config, PublishedMap.class);
  }

  /**
   * Reads the whole topic.
   *
   * @throws AbsentException if there is none
   */
  public void read(TopicReader reader) {
    reader.all(topic, this::take);
  }

  /**
   * Takes one record, which replaces what was there under its key. One that is no map takes it out,
   * as it does where maps are applied.
   */
  void take(ConsumerRecord<String, byte[]> record) {
    if (record.key() == null) {
      return; // not one of ours
    }
    Optional<PublishedMap> map = records.of(record);
    if (map.isPresent()) {
      newest.put(record.key(), map.get());
    } else {
      newest.remove(record.key());
    }
  }

  /**
   * The newest record of one series, read from the topic.
   *
   * @param key of the record: model, version and segment, joined by |; what is empty at its end may
   *     be left out
   * @param at decided no later than this, event time; null for the newest of all
   * @throws AbsentException if there is none, or no topic
   */
  public PublishedMap find(TopicReader reader, String key, @Nullable Instant at) {
    Set<String> names = Set.of(key, key + "|", key + "||");
    NavigableSet<String> others = new TreeSet<>();
    List<PublishedMap> found = new ArrayList<>();
    List<String> forgotten = new ArrayList<>();
    reader.all(
        topic,
        record -> {
          if (record.key() == null) {
            return;
          }
          if (!names.contains(record.key())) {
            others.add(record.key());
          } else if (record.value() == null) {
            found.clear();
            forgotten.add(record.key());
          } else {
            records
                .of(record)
                .filter(map -> at == null || !map.getUpdatedAt().isAfter(at))
                .ifPresent(found::add);
          }
        });
    if (found.isEmpty()) {
      throw new AbsentException(absent(key, at, !forgotten.isEmpty(), others));
    }
    return found.get(found.size() - 1);
  }

  private String absent(
      String key, @Nullable Instant at, boolean isForgotten, NavigableSet<String> others) {
    String until = at == null ? "" : ", up to " + at;
    return isForgotten
        ? "the map of '"
            + key
            + "' is gone from "
            + topic
            + until
            + ": its series was forgotten, or the monitor was reset"
        : "no map in "
            + topic
            + " has the key '"
            + key
            + "'"
            + until
            + "; a key is model|version|segment, and the topic has "
            + (others.isEmpty()
                ? "no other"
                : others.stream().limit(SHOWN).collect(Collectors.joining("', '", "'", "'")))
            + (others.size() > SHOWN ? " and others" : "");
  }

  /** The keys of the series of which the topic says anything. */
  Set<String> series() {
    return Set.copyOf(newest.keySet());
  }

  /** The maps that predictions are to be recalibrated with, in the order of their series. */
  public List<PublishedMap> inForce() {
    return newest.values().stream().filter(published -> published.getMap() != null).toList();
  }
}
