package io.evenkeel.local.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaTest {
  private static final TopicPartition PARTITION = new TopicPartition("words", 0);

  @TempDir Path directory;

  @Test
  void keepsTopicsAndRecordsOverARestartInTheSameDirectory() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory);
        Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin.createTopics(List.of(new NewTopic("words", 1, (short) 1))).all().get();
      write(kafka, "keel");
    }

    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory);
        Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      assertThat(admin.listTopics().names().get()).isEqualTo(Set.of("words"));
      assertThat(read(kafka)).containsExactly("keel");
    }
  }

  @Test
  void leavesNoListenerAndNoThreadThatKeepsTheJvmAlive() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    String address;
    try (EmbeddedKafka kafka = EmbeddedKafka.start(directory)) {
      address = kafka.bootstrapServers();
    }

    URI uri = URI.create("kafka://" + address);
    assertThatThrownBy(() -> new Socket(uri.getHost(), uri.getPort()).close())
        .isInstanceOf(ConnectException.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !thread.isDaemon() && thread.isAlive())
        .isSubsetOf(before);
  }

  @Test
  void startsAndStopsInAnInterruptedThreadAndLeavesTheInterruptToIt() throws Exception {
    Thread.currentThread().interrupt();
    EmbeddedKafka.start(directory).close();

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void namesTheDirectoryThatItCannotUse() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));

    assertThatThrownBy(() -> EmbeddedKafka.start(file))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(file.toString());
  }

  private static void write(EmbeddedKafka kafka, String word) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>(PARTITION.topic(), word)).get();
    }
  }

  private static List<String> read(EmbeddedKafka kafka) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", kafka.bootstrapServers()),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.assign(List.of(PARTITION));
      consumer.seekToBeginning(List.of(PARTITION));
      return consumer.poll(Duration.ofSeconds(10)).records(PARTITION).stream()
          .map(record -> record.value())
          .toList();
    }
  }
}
