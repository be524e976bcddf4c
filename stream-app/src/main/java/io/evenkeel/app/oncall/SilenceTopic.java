package io.evenkeel.app.oncall;

import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.schemas.Silence;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Reads and writes the topic of silences. */
public final class SilenceTopic {
  /** For so long after its end one can read who silenced what, and why. */
  private static final Duration KEPT = Duration.ofDays(30);

  private final String topic;
  private final Consumer<Map<String, byte @Nullable []>> writer;
  private final Deserializer<Silence> reads;
  private final Serializer<Object> writes;

  /**
   * The topic of a configuration.
   *
   * @param kafka properties of Kafka clients
   */
  public SilenceTopic(AppConfig config, Map<String, Object> kafka) {
    this(
        config,
        records ->
            new TopicWriter(kafka).write(config.topics().silences(), "the silence", records));
  }

  /**
   * The topic of a configuration.
   *
   * @param writer writes records, values by key, and returns when all are there
   */
  SilenceTopic(AppConfig config, Consumer<Map<String, byte @Nullable []>> writer) {
    AvroSerdes serdes = AvroSerdes.of(config.serde(), config.topics());
    this.topic = config.topics().silences();
    this.writer = writer;
    this.reads = EventDeserializer.silences(serdes.deserializer());
    this.writes = serdes.serializer();
  }

  /**
   * The silences that hold or will, the first to end first.
   *
   * @param now wall-clock time
   */
  public List<Silence> open(TopicReader reader, Instant now) {
    return all(reader).values().stream()
        .filter(silence -> silence.getEndsAt().isAfter(now))
        .sorted((a, b) -> a.getEndsAt().compareTo(b.getEndsAt()))
        .toList();
  }

  /** The silences that the topic keeps, by ID. */
  private Map<String, Silence> all(TopicReader reader) {
    Map<String, Silence> silences = new HashMap<>();
    reader.all(topic, record -> take(record, silences));
    return silences;
  }

  /** Its ID is its key, by which the application knows it, whatever the record says. */
  void take(ConsumerRecord<String, byte[]> record, Map<String, Silence> silences) {
    if (record.key() == null) {
      return; // none that could be ended
    }
    silences.remove(record.key());
    Silence silence = read(record.value());
    if (silence != null) {
      silences.put(record.key(), Silence.newBuilder(silence).setSilenceId(record.key()).build());
    }
  }

  /** What is no silence is none, as for the application. */
  private @Nullable Silence read(byte @Nullable [] value) {
    try {
      return value == null ? null : reads.deserialize(topic, value);
    } catch (RejectedEventException e) {
      return null;
    }
  }

  /**
   * Writes a silence, and deletes those that ended long ago, which the topic would keep for ever.
   *
   * @param now wall-clock time
   */
  public void begin(TopicReader reader, Silence silence, Instant now) {
    begin(all(reader), silence, now);
  }

  /** Writes twice at most, as each write connects. */
  void begin(Map<String, Silence> former, Silence silence, Instant now) {
    Map<String, byte @Nullable []> ended = new HashMap<>();
    former.forEach(
        (id, one) -> {
          if (one.getEndsAt().isBefore(now.minus(KEPT))) {
            ended.put(id, null);
          }
        });
    if (!ended.isEmpty()) {
      writer.accept(ended);
    }
    // Last: if a write fails, the failure is reported and there is no silence.
    write(silence.getSilenceId(), writes.serialize(topic, silence));
  }

  /**
   * Ends a silence.
   *
   * @throws AbsentException if none has the ID
   */
  public void end(TopicReader reader, String id, Instant now) {
    if (open(reader, now).stream().noneMatch(silence -> silence.getSilenceId().equals(id))) {
      throw new AbsentException(
          "no silence of "
              + topic
              + " has the ID '"
              + id
              + "'; 'evenkeel silence list' lists them");
    }
    write(id, null);
  }

  private void write(String id, byte @Nullable [] value) {
    writer.accept(Collections.singletonMap(id, value));
  }
}
