package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.local.broker.EmbeddedKafka;
import io.evenkeel.schemas.PublishedMap;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that lists published maps, on a broker. */
class RecalibrationsIT {
  @TempDir private Path directory;

  private final Shell shell = new Shell();

  @Test
  void listsTheMapsThatAreInForce() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      Map<String, String> settings = BrokerSettings.of(kafka, directory, "recalibrations");
      assertThat(shell.run(settings, "recalibrations")).isEqualTo(2);
      assertThat(shell.err())
          .isEqualToIgnoringNewLines(
              "evenkeel: there is no topic evenkeel.recalibrations; create it with 'evenkeel topics',"
                  + " or name another one in the settings");

      assertThat(shell.run(settings, "topics", "--partitions=1")).as(shell.err()).isZero();
      assertThat(shell.run(settings, "recalibrations")).as(shell.err()).isZero();
      assertThat(shell.out()).isEqualToIgnoringNewLines("No published maps.");

      publish(settings, "churn", "{\"format\": 1}");
      publish(settings, "fraud", "{\"format\": 1}");
      publish(settings, "fraud", null);

      assertThat(shell.run(settings, "recalibrations")).as(shell.err()).isZero();
      assertThat(shell.out()).startsWith("DECIDED").contains(" churn  words").hasLineCount(2);
      assertThat(shell.run(settings, "recalibrations", "--json")).as(shell.err()).isZero();
      assertThat(shell.out()).contains("\"map\":{\"format\":1}").hasLineCount(1);
    }
  }

  private static void publish(Map<String, String> settings, String model, @Nullable String map)
      throws Exception {
    AppConfig config = AppConfig.of(settings);
    String topic = config.topics().recalibrations();
    PublishedMap published =
        PublishedMap.newBuilder()
            .setModel(model)
            .setVersion("")
            .setSegment("")
            .setMap(map)
            .setWords("words")
            .setUpdatedAt(Instant.EPOCH)
            .setLaterLabels(10)
            .setLogEvidence(3)
            .build();
    byte[] bytes = AvroSerdes.of(config.serde()).serializer().serialize(topic, published);
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            KafkaProperties.clients(config), new StringSerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, model + "||", bytes)).get();
    }
  }
}
