package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.topology.DeadLetters;
import io.evenkeel.app.topology.Quarantine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Lets the application pass over one record that it cannot go past. */
public final class Skip implements AutoCloseable {
  private static final Duration POLL = Duration.ofSeconds(15);
  private static final String SKIPPED = "skipped";

  private final AppConfig config;
  private final Brokers brokers;
  private final ConsumerGroup group;

  private Skip(AppConfig config, Brokers brokers) {
    this.config = config;
    this.brokers = brokers;
    this.group = new ConsumerGroup(brokers, config.applicationId());
  }

  /**
   * A connection to the brokers of the configuration.
   *
   * @throws ConfigException if no broker is named
   * @throws StartException if the client cannot be made
   */
  public static Skip connect(AppConfig config) {
    return new Skip(config, Brokers.connect(config));
  }

  /**
   * Waits until no instance runs.
   *
   * @param progress is told if it has to wait
   * @throws StartException if one still runs after so long, or the brokers do not answer or refuse
   */
  public void awaitStopped(Duration patience, Consumer<String> progress) {
    group.awaitStopped(patience, progress);
  }

  /**
   * Checks what needs no broker.
   *
   * @throws ConfigException if the record is of another topic than predictions and labels
   */
  public void check(RecordPlace place) {
    List<String> inputs = List.of(config.topics().predictions(), config.topics().labels());
    if (!inputs.contains(place.topic())) {
      throw new ConfigException(
          place.toString(),
          "is no record of " + String.join(" or ", inputs) + ": give one of them");
    }
  }

  /**
   * What is to be done, in this order.
   *
   * @throws ConfigException if the record is of another topic than predictions and labels
   * @throws StartException if the application runs, it has passed the record or will, there is no
   *     such record, or the brokers do not answer or refuse
   */
  public List<Reset.Step> plan(RecordPlace place) {
    check(place);
    group.awaitStopped(Duration.ZERO, any -> {});
    Map<TopicPartition, OffsetAndMetadata> offsets = group.offsets();
    String deadLetters = config.topics().deadLetters();
    SkipList.checkNew(place, offsets, deadLetters);
    ConsumerRecord<byte[], byte[]> record = read(place);
    Map<TopicPartition, OffsetAndMetadata> noted = SkipList.with(place, offsets, deadLetters);
    return List.of(
        new Reset.Step(
            "write the record %s, of %d bytes, to %s with reason %s"
                .formatted(place, size(record), deadLetters, SKIPPED),
            () -> quarantine(place, record)),
        new Reset.Step(
            "let the application %s pass over it when it is started"
                .formatted(config.applicationId()),
            () -> group.setOffsets(noted)));
  }

  private static int size(ConsumerRecord<byte[], byte[]> record) {
    return Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
  }

  private ConsumerRecord<byte[], byte[]> read(RecordPlace place) {
    Map<String, Object> properties = KafkaProperties.clients(config);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    TopicPartition partition = place.topicPartition();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      boolean isKnown =
          consumer.partitionsFor(place.topic()).stream()
              .anyMatch(info -> info.partition() == place.partition());
      if (isKnown) {
        consumer.assign(List.of(partition));
        long from = consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
        long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        if (from <= place.offset() && place.offset() < end) {
          consumer.seek(partition, place.offset());
          for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            if (record.offset() == place.offset()) {
              return record;
            }
          }
        }
      }
    }
    throw new StartException(
        "there is no record at " + place + "; take the place from the message");
  }

  private void quarantine(RecordPlace place, ConsumerRecord<byte[], byte[]> record) {
    Map<String, Object> properties = KafkaProperties.clients(config);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(letter(place, record)).get();
    } catch (ExecutionException e) {
      throw new StartException(
          "the dead letter cannot be written to "
              + config.topics().deadLetters()
              + " ("
              + e.getCause()
              + ")",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartException("interrupted while waiting for the brokers", e);
    }
  }

  private ProducerRecord<byte[], byte[]> letter(
      RecordPlace place, ConsumerRecord<byte[], byte[]> record) {
    Headers headers = new RecordHeaders(record.headers());
    DeadLetters.describe(headers, SKIPPED, "skipped by 'evenkeel skip " + place + "'");
    DeadLetters.locate(headers, place.topic(), place.partition(), place.offset());
    return Quarantine.of(config)
        .letter(place.topic(), record.timestamp(), record.key(), record.value(), headers);
  }

  @Override
  public void close() {
    brokers.close();
  }
}
