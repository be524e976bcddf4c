package io.evenkeel.app.status;

import io.evenkeel.app.codec.GeneratedRecords;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.follow.TopicFollower;
import io.evenkeel.app.oncall.SilenceWriter;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.ActiveSeries;
import io.evenkeel.schemas.internal.Profile;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Feeds an index from the output topics. The topic of metrics is left out: it says the numbers of
 * the verdicts again.
 */
public final class StatusFeed implements AutoCloseable {
  /** Of the heap, what the windows of all series may take. */
  private static final int PART_OF_HEAP = 8;

  private final AppConfig config;
  private final OutputIndex index;
  private final TopicFollower<SpecificRecord> follower;

  private StatusFeed(AppConfig config, OutputIndex index, TopicFollower<SpecificRecord> follower) {
    this.config = config;
    this.index = index;
    this.follower = follower;
  }

  /**
   * A feed that does not read yet.
   *
   * @param kafka properties of Kafka clients
   * @param events reads verdicts, alerts, maps and silences
   */
  public static StatusFeed of(AppConfig config, Map<String, Object> kafka, Deserializer<?> events) {
    long most = Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
    OutputIndex index = new OutputIndex(new SeriesHistories(config.http().history(), most));
    TopicNames names = config.topics();
    return new StatusFeed(
        config,
        index,
        new TopicFollower<>(
            kafka,
            List.of(
                names.series(),
                names.profiles(),
                names.verdicts(),
                names.alerts(),
                names.recalibrations(),
                names.silences()),
            new OutputDeserializer(names, events),
            new IndexListener(names, index)));
  }

  /** Starts to read. */
  public void start() {
    follower.start();
  }

  /** What it has read, for machines and for the page. */
  Api api() {
    return new Api(index, this::reading, config::model);
  }

  /** Silences of the alerts that it has read. */
  SilenceRequests silences(SilenceWriter writer) {
    return new SilenceRequests(index, writer, InstantSource.system());
  }

  private FeedStatus reading() {
    return new FeedStatus(follower.caughtUp(), follower.skipped(), follower.problem().orElse(null));
  }

  @Override
  public void close() {
    follower.close();
  }

  /** Puts into the index what the topics say. */
  record IndexListener(TopicNames names, OutputIndex index)
      implements TopicFollower.Listener<SpecificRecord> {
    @Override
    public void take(ConsumerRecord<String, SpecificRecord> record) {
      if (record.topic().equals(names.series())) {
        index.judged(record.key(), record.value() != null);
      } else if (record.value() instanceof Silence silence && record.key() != null) {
        // Alerts name it by its key.
        index.add(Silence.newBuilder(silence).setSilenceId(record.key()).build());
      } else if (record.value() != null) {
        index.add(record.value());
      } else if (record.key() != null) {
        delete(record.topic(), record.key());
      }
    }

    /** What is of a series goes with it; these two are deleted before, by hand or by a reset. */
    private void delete(String topic, String key) {
      if (topic.equals(names.recalibrations())) {
        index.deleteMap(key);
      } else if (topic.equals(names.silences())) {
        index.deleteSilence(key);
      }
    }

    @Override
    public void caughtUp() {
      index.dropForgotten();
    }
  }

  /** Reads each topic in its own way, whatever Avro records the events' deserializer gives. */
  static final class OutputDeserializer implements Deserializer<SpecificRecord> {
    /** A series that is judged: of what is written of it nothing else is in the index. */
    private static final ActiveSeries JUDGED = new ActiveSeries(1.0, 0L, 0L);

    private final TopicNames names;
    private final Deserializer<?> events;
    private final Deserializer<Profile> profiles = RawAvroSerde.of(Profile.class).deserializer();
    private final Map<String, GeneratedRecords<?>> records;

    OutputDeserializer(TopicNames names, Deserializer<?> events) {
      this.names = names;
      this.events = events;
      this.records =
          Map.of(
              names.verdicts(), new GeneratedRecords<>(Verdict.class),
              names.alerts(), new GeneratedRecords<>(Alert.class),
              names.recalibrations(), new GeneratedRecords<>(PublishedMap.class),
              names.silences(), new GeneratedRecords<>(Silence.class));
    }

    @Override
    public @Nullable SpecificRecord deserialize(
        String topic, @Nullable Headers headers, byte @Nullable [] bytes) {
      if (bytes == null) {
        return null;
      }
      if (topic.equals(names.series())) {
        return JUDGED;
      }
      if (topic.equals(names.profiles())) {
        return profiles.deserialize(topic, headers, bytes);
      }
      return Objects.requireNonNull(records.get(topic), topic)
          .of(events.deserialize(topic, headers, bytes));
    }

    @Override
    public @Nullable SpecificRecord deserialize(String topic, byte @Nullable [] bytes) {
      return deserialize(topic, null, bytes);
    }

    @Override
    public void close() {
      events.close();
    }
  }
}
