package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.codec.Heartbeat;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.follow.CommittedConsumer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.runtime.TopicSetup;
import io.evenkeel.local.broker.EmbeddedKafka;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record that cannot be read is one dead letter, whenever the application ends. */
class DeadLetterIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path directory;

  private final List<String> letters = new ArrayList<>();

  @Test
  void aRestartWritesNoDeadLetterTwice() {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory.resolve("broker"))) {
      Map<String, String> settings = BrokerSettings.of(kafka, directory, "letters");
      // Labels are read at once, and processed when predictions have been waited for.
      settings.put("kafka.max.task.idle.ms", "5000");
      settings.put("kafka.session.timeout.ms", "6000");
      AppConfig config = AppConfig.of(settings);
      try (TopicSetup topics = TopicSetup.connect(config)) {
        topics.create(1, (short) 1);
      }
      try (KafkaConsumer<String, byte[]> dead = deadLetters(config)) {
        for (String id : List.of("first", "second", "third")) {
          send(config, id);
          try (Application application = Application.start(config)) {
            await().atMost(PATIENCE).until(() -> read(dead).contains(id));
            assertThat(application.health().live()).isTrue();
          }
        }
        assertThat(read(dead)).containsExactly("first", "second", "third");
      }
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // closing waits for both
  private static void send(AppConfig config, String id) {
    Map<String, Object> properties = new HashMap<>(KafkaProperties.clients(config));
    byte[] rubbish = "rubbish".getBytes(StandardCharsets.UTF_8);
    try (var producer =
        new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(config.topics().labels(), id, rubbish));
      producer.send(new Heartbeat("m", Instant.EPOCH).toRecord(config.topics().labels(), 0));
    }
  }

  private static KafkaConsumer<String, byte[]> deadLetters(AppConfig config) {
    KafkaConsumer<String, byte[]> consumer =
        CommittedConsumer.of(
            KafkaProperties.clients(config), "earliest", new ByteArrayDeserializer());
    consumer.assign(List.of(new TopicPartition(config.topics().deadLetters(), 0)));
    return consumer;
  }

  private List<String> read(KafkaConsumer<String, byte[]> dead) {
    dead.poll(Duration.ofMillis(200)).forEach(record -> letters.add(record.key()));
    return letters;
  }
}
