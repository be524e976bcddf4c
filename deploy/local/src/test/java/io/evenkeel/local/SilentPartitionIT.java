package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.CommittedConsumer;
import io.evenkeel.app.replay.DelayLaw;
import io.evenkeel.app.replay.Event;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.CategoricalLaw;
import io.evenkeel.app.simulate.LabelTiming;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.app.topology.DeadLetters;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A partition is silent for longer than the idle timeout while another one goes on for two hours of
 * event time. Of its backlog each prediction and each label is counted or a dead letter.
 */
class SilentPartitionIT {
  private static final int CASES = 12_000;
  private static final int SILENT = 1;
  private static final String MODEL = "churn";
  private static final String PROBE = "probe-";
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** The start of the window of each prediction. */
  private static final Map<String, Instant> WINDOWS =
      events().stream()
          .filter(Event.Predicted.class::isInstance)
          .collect(
              Collectors.toMap(
                  Event::id,
                  event -> {
                    long millis = event.time() - START.toEpochMilli();
                    return minute((int) (millis / Duration.ofMinutes(10).toMillis()) * 10);
                  }));

  @TempDir private Path directory;

  private final List<Letter> letters = new ArrayList<>();
  private long probes;

  @SuppressWarnings("NullAway.Init")
  private AppConfig config;

  /** A dead letter: whose it is, and why. */
  private record Letter(String id, String reason) {
    static Letter of(ConsumerRecord<String, byte[]> record) {
      byte[] reason = record.headers().lastHeader(DeadLetters.REASON).value();
      return new Letter(record.key(), new String(reason, StandardCharsets.UTF_8));
    }

    boolean isProbe() {
      return id.startsWith(PROBE);
    }
  }

  private static AppConfig config(EmbeddedKafka kafka, Path directory) {
    Map<String, String> settings = BrokerSettings.of(kafka, directory, "silent");
    settings.put("monitor.emit-interval", "500ms");
    settings.put("monitor.idle-timeout", "10s");
    settings.put("monitor.early-label-wait", "5s");
    settings.put("defaults.window.size", "10m");
    settings.put("defaults.window.advance", "10m");
    settings.put("defaults.labels.wait", "5m");
    settings.put("defaults.profile.sample", "64");
    return AppConfig.of(settings);
  }

  /** Predictions of three hours, and their labels a minute later. */
  private static List<Event> events() {
    Duration every = Duration.ofMillis(900);
    Simulation simulation =
        new Simulation(
            MODEL,
            new CategoricalLaw(2, 1, 1, 1),
            new Arrivals(CASES, START, every, every.multipliedBy(CASES)),
            new LabelTiming(DelayLaw.fixed(Duration.ofMinutes(1)), 0, 1),
            1);
    try (Stream<Event> events = EventSource.of(simulation).events()) {
      return events.toList();
    }
  }

  /** Whether the partitioner of producers sends what has this key to the silent one of two. */
  private static boolean isSilent(String id) {
    return Utils.toPositive(Utils.murmur2(id.getBytes(StandardCharsets.UTF_8))) % 2 == SILENT;
  }

  private static Instant minute(int minute) {
    return START.plus(Duration.ofMinutes(minute));
  }

  private static Predicate<Event> before(int minute) {
    return event -> event.time() < minute(minute).toEpochMilli();
  }

  @Test
  void ofABacklogEveryEventIsCountedOrADeadLetter() {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      config = config(kafka, directory);
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(2, (short) 1);
      }
      try (Application application = Application.start(config);
          FinalVerdicts verdicts = new FinalVerdicts(config);
          KafkaConsumer<String, byte[]> dead = deadLetters();
          var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
        Predicate<Event> silent = event -> isSilent(event.id());
        Predicate<Event> early = before(10).or(silent.negate().and(before(127)));
        send(producer, early);
        goOnWithoutTheSilentOne(producer, verdicts);
        awaitKnownToBeSettled(producer, dead);

        send(producer, early.negate().and(before(127)));
        await().atMost(PATIENCE).until(() -> lateOnes(dead) >= CASES / 4);
        send(producer, before(127).negate());
        new Replayer(producer, config.topics(), InstantSource.system())
            .beat(Map.of(MODEL, Replayer.closing(minute(181), config.model(MODEL))));

        await().atMost(PATIENCE).untilAsserted(() -> assertNoneMissing(verdicts, dead));
        assertThat(application.health().live()).isTrue();
      }
    }
  }

  private KafkaConsumer<String, byte[]> deadLetters() {
    KafkaConsumer<String, byte[]> consumer =
        CommittedConsumer.of(
            KafkaProperties.clients(config), "earliest", new ByteArrayDeserializer());
    consumer.assign(
        IntStream.range(0, consumer.partitionsFor(config.topics().deadLetters()).size())
            .mapToObj(i -> new TopicPartition(config.topics().deadLetters(), i))
            .toList());
    return consumer;
  }

  private List<Letter> read(KafkaConsumer<String, byte[]> dead) {
    dead.poll(Duration.ofMillis(200)).forEach(record -> letters.add(Letter.of(record)));
    return letters;
  }

  private long lateOnes(KafkaConsumer<String, byte[]> dead) {
    return ids(read(dead), Set.of("late_prediction")).size();
  }

  private void send(Producer<String, SpecificRecord> producer, Predicate<Event> which) {
    events().stream().filter(which).forEach(event -> send(producer, event));
    producer.flush();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // flushing waits for all of them
  private void send(Producer<String, SpecificRecord> producer, Event event) {
    String topic =
        event instanceof Event.Predicted ? config.topics().predictions() : config.topics().labels();
    producer.send(new ProducerRecord<>(topic, null, event.time(), event.id(), event.toRecord()));
  }

  /** The other one is heard of until two hours are final. */
  @SuppressWarnings("FutureReturnValueIgnored")
  private void goOnWithoutTheSilentOne(
      Producer<String, SpecificRecord> producer, FinalVerdicts verdicts) {
    Heartbeat heartbeat = new Heartbeat(MODEL, minute(127));
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              producer.send(heartbeat.toRecord(config.topics().predictions(), 1 - SILENT));
              producer.send(heartbeat.toRecord(config.topics().labels(), 1 - SILENT));
              return verdicts.verdicts().keySet().stream()
                  .anyMatch(window -> window.start().equals(minute(110)));
            });
  }

  /** What was settled is known in the silent partition once a prediction of then is late. */
  private void awaitKnownToBeSettled(
      Producer<String, SpecificRecord> producer, KafkaConsumer<String, byte[]> dead) {
    Iterator<String> ids =
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> PROBE + i)
            .filter(SilentPartitionIT::isSilent)
            .iterator();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              send(producer, probe(ids.next()));
              probes++;
              return read(dead).stream()
                  .anyMatch(letter -> letter.isProbe() && letter.reason.equals("late_prediction"));
            });
  }

  private static Event probe(String id) {
    return new Event.Predicted(
        0,
        new PredictionEvent(
            id,
            MODEL,
            "",
            minute(115).toEpochMilli(),
            Map.of(),
            Map.of(),
            Categorical.of(0.5, 0.5)));
  }

  private void assertNoneMissing(FinalVerdicts verdicts, KafkaConsumer<String, byte[]> dead) {
    List<Letter> all = read(dead);
    long counted = probes - all.stream().filter(Letter::isProbe).count();
    List<Letter> letters = all.stream().filter(letter -> !letter.isProbe()).toList();
    List<String> late = ids(letters, Set.of("late_prediction"));
    List<String> lateLabels = ids(letters, Set.of("late_label", "unmatched_label"));

    SortedMap<Instant, Long> predicted = sent();
    // Those sent before it was known what is settled were not late.
    predicted.merge(minute(110), counted, Long::sum);
    assertThat(total(late, verdicts, Verdict::getPredictions)).isEqualTo(predicted);
    assertThat(total(lateLabels, verdicts, Verdict::getLabelled)).isEqualTo(sent());
    assertThat(late).doesNotHaveDuplicates().allMatch(SilentPartitionIT::isSilent);
    assertThat(lateLabels).doesNotHaveDuplicates().containsAll(late);
    // Some 110 of 180 minutes of one of two partitions.
    assertThat(late).hasSizeBetween(CASES / 4, CASES / 3);
  }

  private static List<String> ids(List<Letter> letters, Set<String> reasons) {
    return letters.stream()
        .filter(letter -> reasons.contains(letter.reason))
        .map(Letter::id)
        .toList();
  }

  /** The number of predictions by window. */
  private static SortedMap<Instant, Long> sent() {
    SortedMap<Instant, Long> sent = new TreeMap<>();
    WINDOWS.values().forEach(window -> sent.merge(window, 1L, Long::sum));
    return sent;
  }

  /** The number of those that were counted and of those that were late, by window. */
  private static SortedMap<Instant, Long> total(
      List<String> late, FinalVerdicts verdicts, ToLongFunction<Verdict> count) {
    SortedMap<Instant, Long> total = new TreeMap<>();
    verdicts
        .verdicts()
        .forEach((window, verdict) -> total.put(window.start(), count.applyAsLong(verdict)));
    late.forEach(id -> total.merge(Objects.requireNonNull(WINDOWS.get(id)), 1L, Long::sum));
    return total;
  }
}
