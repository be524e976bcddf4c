package io.evenkeel.app.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class ReplayerTest {
  private static final TopicNames TOPICS = AppConfig.of(Map.of()).topics();
  private static final InstantSource LATER =
      InstantSource.fixed(Instant.parse("2027-01-01T00:00:00Z"));
  private static final EventSource TWO =
      EventSource.of(Cases.everyMinute("m", 2, Duration.ofSeconds(90)));

  private final MockProducer<String, SpecificRecord> producer = producer(true);
  private final Replayer replayer = new Replayer(producer, TOPICS, LATER);

  @Test
  void sendsEachEventToItsTopicAtItsTime() {
    replayer.play(TWO, Pace.FULL_SPEED, delivery -> {});

    List<ProducerRecord<String, SpecificRecord>> records = producer.history();
    assertThat(records)
        .extracting(ProducerRecord::topic)
        .containsExactly(
            TOPICS.predictions(), TOPICS.predictions(), TOPICS.labels(), TOPICS.labels());
    assertThat(records).extracting(ProducerRecord::key).containsExactly("m-0", "m-1", "m-0", "m-1");
    assertThat(records)
        .extracting(r -> Instant.ofEpochMilli(r.timestamp()))
        .containsExactly(
            Cases.START,
            Cases.START.plusSeconds(60),
            Cases.START.plusSeconds(90),
            Cases.START.plusSeconds(150));
    assertThat(((Prediction) records.get(1).value()).getPredictionId()).isEqualTo("m-1");
    assertThat(((Label) records.get(2).value()).getPredictionId()).isEqualTo("m-0");
  }

  @Test
  void countsWhatItSent() {
    replayer.play(TWO, Pace.FULL_SPEED, delivery -> {});

    assertThat(replayer.sent().events()).isEqualTo(4);
    assertThat(replayer.sent().models())
        .containsExactly(
            Map.entry(
                "m",
                new Tally.OfModel(
                    2, 2, Cases.START, Cases.START.plusSeconds(150), Cases.START.plusSeconds(60))));
    assertThat(replayer.sent().toString()).contains("m ").contains("2026-01-01T00:02:30Z");
  }

  @Test
  void holdsBackWhatIsOfTheFuture() {
    Replayer early =
        new Replayer(producer, TOPICS, InstantSource.fixed(Cases.START.plusSeconds(90)));

    early.play(TWO, Pace.FULL_SPEED, delivery -> {});

    assertThat(producer.history()).hasSize(3);
    assertThat(early.heldBack()).isEqualTo(1);
    assertThat(early.sent().events()).isEqualTo(3);
  }

  @Test
  void sendsHeartbeatsToEveryPartitionOfBothTopics() {
    Instant reached = Cases.START.plus(Duration.ofDays(3));

    replayer.beat(Map.of("m", reached));

    assertThat(producer.history())
        .extracting(r -> r.topic() + " " + r.partition())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(TOPICS.predictions(), TOPICS.labels())
                .flatMap(t -> IntStream.range(0, 3).mapToObj(p -> t + " " + p))
                .toList());
    assertThat(producer.history())
        .allSatisfy(
            r -> {
              assertThat(r.value()).isNull();
              assertThat(Heartbeat.read(r.key(), r.headers()))
                  .contains(new Heartbeat("m", reached));
            });
  }

  @Test
  void endsAfterTheLastWindowAndItsLabels() {
    replayer.play(TWO, Pace.FULL_SPEED, delivery -> {});
    AppConfig config =
        AppConfig.of(
            Map.of(
                "defaults.window.size", "2h",
                "defaults.window.advance", "1h",
                "defaults.window.grace", "1s",
                "defaults.labels.wait", "3d"));

    replayer.end(config::model);

    Instant reached =
        Cases.START
            .plusSeconds(60)
            .plus(Duration.ofHours(3))
            .plusSeconds(1)
            .plus(Duration.ofDays(3));
    assertThat(producer.history()).hasSize(4 + 6);
    ProducerRecord<String, SpecificRecord> last = producer.history().get(9);
    assertThat(Heartbeat.read(last.key(), last.headers())).contains(new Heartbeat("m", reached));
  }

  @Test
  void endsNoLaterThanNow() {
    Instant now = Cases.START.plusSeconds(200);
    Replayer early = new Replayer(producer, TOPICS, InstantSource.fixed(now));
    early.play(TWO, Pace.FULL_SPEED, delivery -> {});

    early.end(AppConfig.of(Map.of())::model);

    ProducerRecord<String, SpecificRecord> last = producer.history().get(9);
    assertThat(Heartbeat.read(last.key(), last.headers())).contains(new Heartbeat("m", now));
  }

  @Test
  void failsWhenAnEventCannotBeDelivered() {
    MockProducer<String, SpecificRecord> failing = producer(false);
    Replayer doomed = new Replayer(failing, TOPICS, LATER);
    Pace failsBeforeTheSecond = delivery -> failing.errorNext(new IllegalStateException("no room"));

    assertThatThrownBy(() -> doomed.play(TWO, failsBeforeTheSecond, delivery -> {}))
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining(TOPICS.predictions())
        .hasMessageContaining("no room");
    assertThat(failing.history()).hasSize(1);
  }

  @Test
  void stopsWhenInterrupted() {
    Pace interrupts = delivery -> Thread.currentThread().interrupt();

    replayer.play(TWO, interrupts, delivery -> {});

    assertThat(Thread.interrupted()).isTrue();
    assertThat(producer.history()).isEmpty();
  }

  @Test
  void keepsThePaceOfTheEvents() {
    long[] now = {1000};
    List<Long> rests = new ArrayList<>();
    Pace pace =
        Pace.scaled(
            600,
            () -> Instant.ofEpochMilli(now[0]),
            millis -> {
              rests.add(millis);
              now[0] += millis;
            });

    replayer.play(TWO, pace, delivery -> {});

    // Events at 0, 60, 90 and 150 s.
    assertThat(rests).containsExactly(100L, 50L, 100L);
  }

  @Test
  void refusesSpeedsThatAreNotPositive() {
    assertThatThrownBy(() -> Pace.scaled(Double.NaN, LATER)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> Pace.scaled(0, LATER)).hasMessageContaining("0.0");
  }

  @Test
  void insistsOnAcknowledgedIdempotentWritesInOrder() {
    AppConfig config =
        AppConfig.of(
            Map.of(
                "kafka.bootstrap.servers", "broker:9092",
                "kafka.acks", "1",
                "kafka.num.stream.threads", "4",
                "kafka.max.in.flight.requests.per.connection", "5",
                "kafka.linger.ms", "5",
                "kafka.producer.linger.ms", "7",
                "serde.properties.schema.registry.url", "http://registry"));

    assertThat(ReplayProducer.properties(Map.copyOf(config.kafka()), config.serde()))
        .containsEntry("bootstrap.servers", "broker:9092")
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", true)
        .containsEntry("max.in.flight.requests.per.connection", 1)
        .containsEntry("linger.ms", "7")
        .containsEntry("schema.registry.url", "http://registry")
        .containsEntry("value.serializer", "io.evenkeel.app.serde.AvroSerializer")
        .doesNotContainKey("num.stream.threads");
  }

  private static MockProducer<String, SpecificRecord> producer(boolean autoComplete) {
    Node node = new Node(1, "broker", 9092);
    List<PartitionInfo> partitions = new ArrayList<>();
    for (String topic : List.of(TOPICS.predictions(), TOPICS.labels())) {
      for (int p = 0; p < 3; p++) {
        partitions.add(new PartitionInfo(topic, p, node, new Node[] {node}, new Node[] {node}));
      }
    }
    Cluster cluster =
        new Cluster("c", List.of(node), partitions, java.util.Set.of(), java.util.Set.of());
    return new MockProducer<>(
        cluster,
        autoComplete,
        null,
        new StringSerializer(),
        (topic, data) ->
            data == null
                ? null
                : data.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}
