package io.evenkeel.app.oncall;

import io.evenkeel.app.codec.GeneratedRecords;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.schemas.PublishedMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/** What the topic of recalibrations says of each series: mutable, for one thread. */
public final class PublishedMaps {
  private final String topic;
  private final Deserializer<?> values;
  private final GeneratedRecords<PublishedMap> records = new GeneratedRecords<>(PublishedMap.class);
  private final NavigableMap<String, PublishedMap> newest = new TreeMap<>();

  /** Those of the topic of a configuration, of which nothing is read. */
  public PublishedMaps(AppConfig config) {
    this.topic = config.topics().recalibrations();
    this.values = AvroSerdes.of(config.serde(), config.topics()).deserializer();
  }

  /**
   * Reads the whole topic.
   *
   * @throws io.evenkeel.app.follow.AbsentException if there is none
   */
  public void read(TopicReader reader) {
    reader.all(topic, this::take);
  }

  /** Takes one record, which replaces what was there under its key. */
  void take(ConsumerRecord<String, byte[]> record) {
    if (record.value() == null) {
      newest.remove(record.key());
    } else {
      Object value = values.deserialize(topic, record.headers(), record.value());
      newest.put(record.key(), records.of(value));
    }
  }

  /** The maps that predictions are to be recalibrated with, in the order of their series. */
  public List<PublishedMap> inForce() {
    return newest.values().stream().filter(published -> published.getMap() != null).toList();
  }
}
