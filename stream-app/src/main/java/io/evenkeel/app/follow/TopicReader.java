package io.evenkeel.app.follow;

import io.evenkeel.app.config.Secrets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what is committed in topics, without a group: mutable, for one thread. */
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofSeconds(1);

  /** Somebody waits for what is read: as long as for other answers of the brokers. */
  private static final int PATIENCE_MS = 15_000;

  private final org.apache.kafka.clients.consumer.Consumer<String, byte[]> consumer;
  private final String brokers;
  private final ObjLongConsumer<String> progress;

  /**
   * A reader that has read nothing.
   *
   * @param kafka properties of Kafka clients
   * @param progress receives what is being read, and how many records of it have been read
   */
  public TopicReader(Map<String, Object> kafka, ObjLongConsumer<String> progress) {
    this(consumer(kafka), brokers(kafka), progress);
  }

  /**
   * A reader that has read nothing.
   *
   * @param consumer is closed with it
   * @param brokers their addresses
   * @param progress as above
   */
  TopicReader(
      org.apache.kafka.clients.consumer.Consumer<String, byte[]> consumer,
      String brokers,
      ObjLongConsumer<String> progress) {
    this.consumer = consumer;
    this.brokers = brokers;
    this.progress = progress;
  }

  private static KafkaConsumer<String, byte[]> consumer(Map<String, Object> kafka) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.putIfAbsent(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MS);
    return CommittedConsumer.of(properties, "none", new ByteArrayDeserializer());
  }

  private static String brokers(Map<String, Object> kafka) {
    String key = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;
    return Secrets.mask(key, String.valueOf(kafka.get(key)));
  }

  /**
   * Hands over all records of a topic, those with the same key in their order.
   *
   * @throws AbsentException if there is no such topic
   */
  public void all(String topic, Consumer<ConsumerRecord<String, byte[]>> records) {
    for (TopicPartition partition : partitions(topic)) {
      read(partition, beginning(partition), Long.MAX_VALUE, records);
    }
  }

  /**
   * The partitions of a topic.
   *
   * @throws AbsentException if there is no such topic
   * @throws TimeoutException if no broker answers; it names their addresses
   */
  public List<TopicPartition> partitions(String topic) {
    List<PartitionInfo> partitions;
    try {
      partitions = consumer.partitionsFor(topic);
    } catch (TimeoutException e) {
      throw new TimeoutException("at " + brokers + ": " + e.getMessage(), e);
    }
    if (partitions.isEmpty()) {
      throw new AbsentException(
          "there is no topic "
              + topic
              + "; create it with 'evenkeel topics', or name another one in the settings");
    }
    return partitions.stream().map(info -> new TopicPartition(topic, info.partition())).toList();
  }

  /**
   * Hands over the records of a partition with offsets in [from, through).
   *
   * @param through {@link Long#MAX_VALUE} for all that there are
   * @throws AbsentException if the first ones have been deleted, or the topic ends before: it is
   *     another one than that of which the offsets were named
   */
  public void range(
      TopicPartition partition,
      long from,
      long through,
      Consumer<ConsumerRecord<String, byte[]>> records) {
    if (from >= through) {
      return;
    }
    long beginning = beginning(partition);
    if (from < beginning) {
      throw new AbsentException(
          "offset "
              + from
              + " of "
              + partition
              + " is gone; the topic now starts at "
              + beginning
              + ": raise its retention.ms to explain what is as old");
    }
    long end = end(partition);
    if (through != Long.MAX_VALUE && through > end) {
      throw new AbsentException(
          "offset "
              + (through - 1)
              + " of "
              + partition
              + " is gone; the topic now ends at "
              + end
              + ": it seems to have been deleted and created again");
    }
    read(partition, from, through, records);
  }

  /** The offset after the last one of a partition that is committed. */
  public long end(TopicPartition partition) {
    return consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
  }

  /** The first offset of a partition that has not been deleted. */
  public long beginning(TopicPartition partition) {
    return consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
  }

  private void read(
      TopicPartition partition,
      long from,
      long through,
      Consumer<ConsumerRecord<String, byte[]>> records) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, from);
    long end = Math.min(through, end(partition));
    long read = 0;
    BrokerSilence silence = new BrokerSilence(consumer);
    while (consumer.position(partition) < end) {
      for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < end) {
          records.accept(record);
          progress.accept("read of " + partition, ++read);
        }
      }
      silence.check();
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
