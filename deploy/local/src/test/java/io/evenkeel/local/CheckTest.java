package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.cli.App;
import io.evenkeel.local.broker.EmbeddedKafka;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check} says of topics on a real broker. */
class CheckTest {
  private static final String REGISTRY = "mock://check";

  @TempDir private static Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void passesGoodTopicsAndPointsAtWhatIsWrongInOthers() {
    Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(2));
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      assertThat(execute(kafka, "check")).isEqualTo(3);
      assertThat(err.toString()).contains("topic evenkeel.predictions is missing");

      execute(kafka, "topics", "--partitions", "3");
      assertThat(execute(kafka, "check")).isEqualTo(1);
      assertThat(out.toString()).contains("There are no events to check.");

      execute(kafka, "simulate", "biased", "--count", "500", "--start", start.toString());
      assertThat(execute(kafka, "check")).as(err.toString()).isZero();
      assertThat(out.toString())
          .contains(
              "evenkeel.predictions: 500 events, 0 rejected, 0 repeated, 3 heartbeats",
              "evenkeel.labels: 500 events, 0 rejected",
              "500 predictions, 100.0 % of them labelled",
              "All events can be used.");

      sendGarbage(kafka);
      assertThat(execute(kafka, "check", "--json")).isEqualTo(1);
      assertThat(out.toString())
          .contains("\"whole\" : true", "\"reason\" : \"unreadable\"", "\"key\" : \"stranger\"");

      assertThat(execute(kafka, "check", "--max", "300")).isZero();
      assertThat(out.toString()).contains("evenkeel.predictions: 300 events");
      assertThat(execute(kafka, "check", "--last", "6")).isEqualTo(1);
      assertThat(execute(kafka, "check", "--since", "2999-01-01T00:00:00Z")).isEqualTo(1);
      assertThat(out.toString()).contains("evenkeel.predictions: 0 events");
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

  private int execute(EmbeddedKafka kafka, String... command) {
    out.getBuffer().setLength(0);
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.add("-Dkafka.bootstrap.servers=" + kafka.bootstrapServers());
    arguments.add("-Dserde.properties.schema.registry.url=" + REGISTRY);
    return App.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
  }
}
