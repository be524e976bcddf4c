package io.evenkeel.app.check;

import io.evenkeel.app.check.CheckReport.TopicCount;
import io.evenkeel.app.check.ReadRange.Span;
import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.observe.EventChecks;
import io.evenkeel.app.observe.Observation;
import io.evenkeel.app.observe.Readers;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.prediction.TargetSpace;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Goes through predictions first, then labels, by the rules of the topology: mutable.
 *
 * <p>It reads with the deserializers of the topology and applies the same checks. What depends on
 * the order in which two topics are read, and on what is closed by then, it cannot see: predictions
 * that come after their pane was closed. A prediction takes about 500 bytes of memory.
 */
public final class EventCheck {

  private final AppConfig config;
  private final EventDeserializer<PredictionEvent> predictionReader;
  private final EventDeserializer<LabelEvent> labelReader;
  private final long now;
  private final EventChecks checks;
  private final SeenVersions versions;
  private final RejectionSummary offences;
  private final Counter predictions = new Counter();
  private final Counter labels = new Counter();
  private final Map<String, Known> known = new HashMap<>();
  private final Map<Integer, Long> oldest = new HashMap<>();
  private final Map<List<String>, TargetSpace> spaces = new HashMap<>();
  private final Map<String, JoinStatistics> models = new TreeMap<>();
  private long unmatched;

  private record Known(Observation observation, int partition) {}

  private static final class Counter {
    private long events;
    private long heartbeats;
    private long duplicates;

    private TopicCount of(String topic, long rejected) {
      return new TopicCount(topic, events, heartbeats, duplicates, rejected);
    }
  }

  /**
   * A check that has seen nothing.
   *
   * @param deserializers makes configured readers of the records, one per topic
   * @param now wall-clock time
   * @param shown how many offenders of each reason and topic are kept
   */
  public EventCheck(
      AppConfig config, Supplier<? extends Deserializer<?>> deserializers, Instant now, int shown) {
    this.config = config;
    this.now = now.toEpochMilli();
    predictionReader = Readers.predictions(config, deserializers.get());
    labelReader = EventDeserializer.labels(deserializers.get()).atMost(config.limits().record());
    checks = new EventChecks(config);
    versions = new SeenVersions(config, checks.limits());
    offences = new RejectionSummary(shown);
  }

  /** Looks at a record of the predictions topic. */
  public void prediction(ConsumerRecord<String, byte[]> record) {
    predictions.events += record.value() == null ? 0 : 1;
    try {
      PredictionEvent event =
          predictionReader.deserialize(record.topic(), record.headers(), record.value());
      if (event == null) {
        heartbeat(predictions, record);
        return;
      }
      checks.alone(record.key(), event, now);
      predicted(event, record.partition());
    } catch (RejectedEventException e) {
      offences.add(record, e);
    }
  }

  private void heartbeat(Counter counter, ConsumerRecord<String, byte[]> record) {
    checks.heartbeat(record.key(), record.headers(), now);
    counter.heartbeats++;
  }

  private void predicted(PredictionEvent event, int partition) {
    ByteBuffer distribution = BinaryForm.bytes(event);
    Known before = known.get(event.id());
    if (before != null) {
      EventChecks.sameContent(event, distribution, before.observation());
      predictions.duplicates++;
      return;
    }
    checks.limits().fitsAProfile(event.model(), distribution);
    versions.checkRoom(event);
    TargetSpace space = event.distribution().space();
    EventChecks.fits(
        event, spaces.computeIfAbsent(List.of(event.model(), event.version()), none -> space));
    Observation observation =
        Observation.of(event, List.of(), distribution, Outcome.OWN, event.madeAt());
    known.put(event.id(), new Known(observation, partition));
    oldest.merge(partition, event.madeAt(), Math::min);
    versions.add(event);
    models.computeIfAbsent(event.model(), JoinStatistics::new).predicted(event.madeAt());
  }

  /**
   * Looks at a record of the labels topic, after all predictions.
   *
   * @param predictions by partition, which records of the predictions topic were looked at
   */
  public void label(ConsumerRecord<String, byte[]> record, Map<Integer, Span> predictions) {
    labels.events += record.value() == null ? 0 : 1;
    try {
      LabelEvent event = labelReader.deserialize(record.topic(), record.headers(), record.value());
      if (event == null) {
        heartbeat(labels, record);
        return;
      }
      checks.alone(record.key(), event, now);
      Known prediction = known.get(event.id());
      if (prediction != null) {
        join(event, prediction, record.partition());
      } else if (maybeUnread(predictions.values())
          || maybeEarly(record)
          || maybeDeleted(event, record.partition(), predictions)) {
        unmatched++;
      } else {
        throw EventChecks.unmatched();
      }
    } catch (RejectedEventException e) {
      offences.add(record, e);
    }
  }

  private static boolean maybeUnread(Collection<Span> predictions) {
    return !predictions.stream().allMatch(Span::whole);
  }

  private boolean maybeEarly(ConsumerRecord<String, byte[]> label) {
    return now - label.timestamp() < config.monitor().earlyLabelWait().toMillis();
  }

  /** What was deleted was there before what still is; its labels may have been awaited as long. */
  private boolean maybeDeleted(LabelEvent label, int partition, Map<Integer, Span> predictions) {
    Span span = predictions.get(partition);
    if (span == null || span.begin() == 0) {
      return false;
    }
    Long first = oldest.get(partition);
    return first == null
        || models.keySet().stream()
            .mapToLong(model -> EventChecks.awaitedUntil(first, checks.settings(model)))
            .anyMatch(until -> label.knownAt() <= until);
  }

  private void join(LabelEvent event, Known prediction, int partition) {
    Observation observation = prediction.observation();
    if (partition != prediction.partition()) {
      throw new RejectedEventException(
          Reason.UNMATCHED_LABEL,
          "label of "
              + event.id()
              + " is in partition "
              + partition
              + ", its prediction in partition "
              + prediction.partition()
              + ", so they never meet");
    }
    ByteBuffer target =
        BinaryForm.bytes(
            checks.target(event, observation, BinaryForm.distribution(observation.distribution())));
    if (event.revision() <= observation.revision()) {
      EventChecks.sameTarget(event, target, observation);
      labels.duplicates++;
      return;
    }
    EventChecks.inTime(event, observation.madeAt(), checks.settings(observation.model()), false);
    known.put(event.id(), new Known(observation.labelled(event.revision(), target, 1), partition));
    JoinStatistics joined = models.computeIfAbsent(observation.model(), JoinStatistics::new);
    if (!observation.isLabelled()) {
      joined.labelled(event.knownAt() - observation.madeAt());
    } else {
      joined.corrected();
    }
  }

  /**
   * What was found.
   *
   * @param read which records of each partition were looked at
   */
  public CheckReport report(List<Span> read) {
    String predicted = config.topics().predictions();
    String labelled = config.topics().labels();
    return new CheckReport(
        read.stream().allMatch(Span::whole),
        read.stream().mapToLong(Span::leftOut).sum(),
        List.of(
            predictions.of(predicted, offences.of(predicted)),
            labels.of(labelled, offences.of(labelled))),
        offences.list(),
        models.values().stream().map(JoinStatistics::report).toList(),
        unmatched);
  }
}
