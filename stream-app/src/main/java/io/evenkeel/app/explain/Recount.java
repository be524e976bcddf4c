package io.evenkeel.app.explain;

import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.observe.EventChecks;
import io.evenkeel.app.observe.PartitionReplay;
import io.evenkeel.app.observe.Readers;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.SourceOffsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the events of a series again. Memory grows with the predictions of one source partition
 * that count.
 */
final class Recount {
  /** Records at the start of a partition of which one at least is an event that can be read. */
  private static final int FIRST = 1000;

  private final AppConfig config;
  private final TopicReader reader;
  private final Recorded recorded;
  private final Deserializer<PredictionEvent> predictions;
  private final Deserializer<LabelEvent> labels;

  /** Counts what the reader reads. */
  Recount(AppConfig config, TopicReader reader, Recorded recorded) {
    this.config = config;
    this.reader = reader;
    this.recorded = recorded;
    this.predictions = Readers.predictions(config, recorded.events());
    this.labels = EventDeserializer.labels(recorded.events());
  }

  /**
   * The offsets of all events, if none is gone that may be needed: events of a time are taken to be
   * deleted before those of later times.
   *
   * @param since when the first prediction that is needed was made
   * @throws AbsentException if one may be gone
   */
  Sources since(Instant since) {
    List<SourceOffsets> sources = new ArrayList<>();
    for (TopicPartition partition : reader.partitions(config.topics().predictions())) {
      TopicPartition other = new TopicPartition(config.topics().labels(), partition.partition());
      sources.add(
          new SourceOffsets(
              partition.partition(),
              beginning(partition, since, predictions, PredictionEvent::madeAt),
              Long.MAX_VALUE,
              beginning(other, since, labels, LabelEvent::knownAt),
              Long.MAX_VALUE));
    }
    return Sources.of(sources);
  }

  private <E> long beginning(
      TopicPartition partition, Instant since, Deserializer<E> events, ToLongFunction<E> time) {
    long beginning = reader.beginning(partition);
    if (beginning == 0) {
      return beginning;
    }
    List<E> first = new ArrayList<>();
    reader.range(
        partition,
        beginning,
        Math.min(beginning + FIRST, reader.end(partition)),
        record -> {
          E event = first.isEmpty() ? read(events, record) : null;
          if (event != null) {
            first.add(event);
          }
        });
    if (first.isEmpty() || time.applyAsLong(first.get(0)) >= since.toEpochMilli()) {
      throw new AbsentException(
          partition
              + " now starts at offset "
              + beginning
              + (first.isEmpty()
                  ? ", with no event"
                  : ", with an event of " + Instant.ofEpochMilli(time.applyAsLong(first.get(0))))
              + ", and events since "
              + since
              + " are needed: raise its retention.ms to explain what is as old");
    }
    return beginning;
  }

  /**
   * What was counted of each pane in each source partition.
   *
   * @param profiles the profile to count with, by the key of its version of the model; or none
   * @param from predictions that were made before are left out, milliseconds since 1970
   * @param to those that were made at this time or later are left out, milliseconds since 1970
   * @throws AbsentException if there are none, or events are gone
   */
  List<Partial> of(
      SeriesKey series, Sources sources, Map<String, Profile> profiles, long from, long to) {
    EventChecks checks = new EventChecks(config);
    try {
      checks.settings(series.model());
    } catch (RejectedEventException e) {
      throw new AbsentException("these settings count no prediction of it: " + e.getMessage());
    }
    Rejected rejected = recorded.rejected(sources);
    PartitionReplay.Known known =
        new PartitionReplay.Known(
            profiles, series.segment().isEmpty() ? Map.of() : recorded.active());
    List<Partial> partials = new ArrayList<>();
    for (SourceOffsets source : sources.offsets()) {
      PartitionReplay recount = new PartitionReplay(config, series, source.getPartition(), known);
      reader.range(
          new TopicPartition(config.topics().predictions(), source.getPartition()),
          source.getPredictionsFrom(),
          source.getPredictionsThrough(),
          record -> {
            PredictionEvent event = rejected.holds(record) ? null : read(predictions, record);
            if (event != null && event.madeAt() >= from && event.madeAt() < to) {
              recount.predicted(event, record.offset());
            }
          });
      reader.range(
          new TopicPartition(config.topics().labels(), source.getPartition()),
          source.getLabelsFrom(),
          source.getLabelsThrough(),
          record -> label(record, recount, rejected));
      recount.partials().forEach(partials::add);
    }
    if (partials.isEmpty()) {
      throw new AbsentException("there is nothing to count: it rests on no prediction");
    }
    return partials;
  }

  private void label(
      ConsumerRecord<String, byte[]> record, PartitionReplay recount, Rejected rejected) {
    LabelEvent event = read(labels, record);
    if (event == null) {
      return;
    }
    if (rejected.asLate(record)) {
      recount.late(event, record.offset());
    } else if (!rejected.holds(record)) {
      recount.labelled(event, record.offset());
    }
  }

  /** The event; null if the record has none that can be used. */
  private static <E> @Nullable E read(
      Deserializer<E> deserializer, ConsumerRecord<String, byte[]> record) {
    try {
      return deserializer.deserialize(record.topic(), record.headers(), record.value());
    } catch (RejectedEventException e) {
      return null;
    }
  }
}
