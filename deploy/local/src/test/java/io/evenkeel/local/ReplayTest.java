package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.serde.AvroDeserializer;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What replay and simulate leave on a real broker. */
class ReplayTest {
  private static final int CASES = 500;

  /** So early that the wait for labels is over. */
  private final Instant start =
      Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(2));

  private static final String REGISTRY = "mock://replay";

  @TempDir private static Path directory;

  private final Shell shell = new Shell();

  @Test
  void leavesEveryEventOnceAndHeartbeatsEverywhere() {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      run(kafka, "topics", "--partitions", "3");
      run(
          kafka,
          "simulate",
          "biased",
          "--count",
          String.valueOf(CASES),
          "--start",
          start.toString());

      List<ConsumerRecord<String, Object>> predictions = read(kafka, "evenkeel.predictions");
      List<ConsumerRecord<String, Object>> labels = read(kafka, "evenkeel.labels");

      Map<String, PredictionEvent> predicted = new HashMap<>();
      withoutHeartbeats(predictions)
          .forEach(r -> predicted.put(r.key(), PredictionCodec.decode((Prediction) r.value())));
      Map<String, LabelEvent> labelled = new HashMap<>();
      withoutHeartbeats(labels)
          .forEach(r -> labelled.put(r.key(), LabelCodec.decode((Label) r.value())));
      assertThat(predictions).hasSize(CASES + 3);
      assertThat(labels).hasSize(CASES + 3);
      try (Stream<Case> cases = simulation().cases()) {
        assertThat(cases)
            .allSatisfy(
                one -> {
                  String id = one.prediction().id();
                  assertThat(predicted).containsEntry(id, one.prediction());
                  assertThat(labelled).containsEntry(id, one.labels().get(0));
                });
      }
      assertHeartbeats(predictions);
      assertHeartbeats(labels);
    }
  }

  private Simulation simulation() {
    Simulation biased = Preset.BIASED.simulation();
    Arrivals arrivals =
        new Arrivals(CASES, start, biased.arrivals().every(), biased.arrivals().changeAfter());
    return new Simulation(biased.model(), biased.law(), arrivals, biased.labels(), biased.seed());
  }

  /** By the defaults a window is an hour, a pane ten minutes, the wait for labels a day. */
  private void assertHeartbeats(List<ConsumerRecord<String, Object>> records) {
    Instant last = start.plusSeconds(CASES - 1 + 60);
    assertThat(records.stream().filter(r -> r.value() == null))
        .hasSize(3)
        .allSatisfy(
            r ->
                assertThat(Heartbeat.read(r.key(), r.headers()).orElseThrow().reached())
                    .isAfterOrEqualTo(last.plus(Duration.ofMinutes(25 * 60 + 10))))
        .extracting(ConsumerRecord::partition)
        .containsExactlyInAnyOrder(0, 1, 2);
  }

  private static Stream<ConsumerRecord<String, Object>> withoutHeartbeats(
      List<ConsumerRecord<String, Object>> records) {
    return records.stream().filter(r -> r.value() != null);
  }

  private void run(EmbeddedKafka kafka, String... command) {
    assertThat(shell.run(BrokerSettings.of(kafka, directory, "replay"), command))
        .as(shell.err())
        .isZero();
  }

  private static List<ConsumerRecord<String, Object>> read(EmbeddedKafka kafka, String topic) {
    AvroDeserializer values = new AvroDeserializer();
    values.configure(Map.of("schema.registry.url", REGISTRY), false);
    List<ConsumerRecord<String, Object>> records = new ArrayList<>();
    try (KafkaConsumer<String, Object> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringDeserializer(),
            values)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
        consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
      }
    }
    return records;
  }
}
