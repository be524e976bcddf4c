package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.local.broker.EmbeddedKafka;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check} says of topics on a real broker. */
class CheckTest {
  @TempDir private static Path directory;

  private final Shell shell = new Shell();

  @Test
  void passesGoodTopicsAndPointsAtWhatIsWrongInOthers() {
    Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(2));
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      assertThat(run(kafka, "check")).isEqualTo(3);
      assertThat(shell.err()).contains("topic evenkeel.predictions is missing");

      run(kafka, "topics", "--partitions", "3");
      assertThat(run(kafka, "check")).isEqualTo(1);
      assertThat(shell.out()).contains("There are no events to check.");

      run(kafka, "simulate", "biased", "--count", "500", "--start", start.toString());
      assertThat(run(kafka, "check")).as(shell.err()).isZero();
      assertThat(shell.out())
          .contains(
              "evenkeel.predictions: 500 events, 0 rejected, 0 repeated, 3 heartbeats",
              "evenkeel.labels: 500 events, 0 rejected",
              "500 predictions, 100.0 % of them labelled",
              "All events can be used.");

      sendGarbage(kafka);
      assertThat(run(kafka, "check", "--json")).isEqualTo(1);
      assertThat(shell.out())
          .contains("\"whole\" : true", "\"reason\" : \"unreadable\"", "\"key\" : \"stranger\"");

      assertThat(run(kafka, "check", "--max", "300")).isZero();
      assertThat(shell.out()).contains("evenkeel.predictions: 300 events");
      assertThat(run(kafka, "check", "--last", "6")).isEqualTo(1);
      assertThat(run(kafka, "check", "--since", "2999-01-01T00:00:00Z")).isEqualTo(1);
      assertThat(shell.out()).contains("evenkeel.predictions: 0 events");
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // flushing waits for it
  private static void sendGarbage(EmbeddedKafka kafka) {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      producer.send(
          new ProducerRecord<>(
              "evenkeel.predictions", "stranger", "garbage".getBytes(StandardCharsets.UTF_8)));
      producer.flush();
    }
  }

  private int run(EmbeddedKafka kafka, String... command) {
    return shell.run(BrokerSettings.of(kafka, directory, "check"), command);
  }
}
