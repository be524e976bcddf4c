package io.evenkeel.app.alertmanager;

import io.evenkeel.app.codec.GeneratedRecords;
import io.evenkeel.app.codec.Surroundings;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.schemas.Alert;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topic of alerts and sends them to Alertmanagers: open alerts again and again, as
 * Prometheus does, and resolved alerts once.
 *
 * <p>All bridges of an application are one consumer group, so that each partition has one owner at
 * a time. A bridge keeps nothing and commits nothing. It reads a partition that it is given from
 * the beginning before it sends any alert of it. Alerts that were resolved within the last day are
 * sent once more: their end may not have come through, and an Alertmanager that was told of it
 * tells nobody twice. Nothing ends it: what keeps it from reading it says, and waits; while the
 * registry is down, no alert is passed over. A gauge says when it last got through: when
 * Alertmanager took all, and brokers were heard. While they are not, it goes on sending what is
 * open, which would end at Alertmanager otherwise.
 *
 * <p>Mutable; works in a thread of its own.
 */
public final class AlertmanagerBridge implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(AlertmanagerBridge.class);
  private static final Duration WAIT = Duration.ofMillis(500);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final String topic;
  private final Deserializer<?> deserializer;
  private final GeneratedRecords<Alert> alerts = new GeneratedRecords<>(Alert.class);
  private final AlertSender sender;
  private final Metrics metrics;
  private final Map<TopicPartition, OwnedPartition> owned = new HashMap<>();
  private final Ownership ownership;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::work, "alertmanager");

  /**
   * A bridge that has not read anything yet.
   *
   * @param kafka properties of Kafka clients
   * @param deserializer of alerts
   * @param metrics that count what is sent
   */
  public AlertmanagerBridge(
      AppConfig config, Map<String, Object> kafka, Deserializer<?> deserializer, Metrics metrics) {
    this(consumer(config, kafka), config, deserializer, metrics);
  }

  /** A bridge that reads by the given client, which it closes. */
  AlertmanagerBridge(
      Consumer<byte[], byte[]> consumer,
      AppConfig config,
      Deserializer<?> deserializer,
      Metrics metrics) {
    this.consumer = consumer;
    this.ownership = new Ownership(consumer, owned);
    this.topic = config.topics().alerts();
    this.deserializer = deserializer;
    this.sender = new AlertSender(config.alertmanager(), metrics);
    this.metrics = metrics;
    thread.setDaemon(true);
  }

  /** The name of the consumer group of all bridges of an application. */
  public static String group(AppConfig config) {
    return config.applicationId() + "-alertmanager";
  }

  private static Consumer<byte[], byte[]> consumer(AppConfig config, Map<String, Object> kafka) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, group(config));
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    return new KafkaConsumer<>(
        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** Starts to work. */
  public void start() {
    gotThrough();
    thread.start();
  }

  /** Waits until it is closed. */
  public void await() throws InterruptedException {
    closed.await();
  }

  private void work() {
    try (consumer) {
      consumer.subscribe(List.of(topic), ownership);
      while (closed.getCount() > 0) {
        try {
          step();
        } catch (WakeupException e) {
          // close() asks for the end this way.
        } catch (RuntimeException e) {
          goOnAfter(e);
        } catch (Error e) {
          // What it was reading is begun again, since some of it may not be known.
          owned.clear();
          goOnAfter(e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      deserializer.close();
    }
  }

  /** The thread goes on: its end would not be noticed. */
  private void goOnAfter(Throwable why) throws InterruptedException {
    LOGGER.warn("event=alertmanager problem=\"{}\"", why.toString());
    pause();
  }

  private void step() throws InterruptedException {
    ConsumerRecords<byte[], byte[]> records = consumer.poll(WAIT);
    boolean isRead = true;
    for (TopicPartition partition : records.partitions()) {
      isRead &= take(partition, records.records(partition));
    }
    ownership.retry();
    checkTopic();
    owned.entrySet().removeIf(each -> !each.getValue().readTo(consumer.position(each.getKey())));
    List<OwnedPartition> complete =
        owned.values().stream().filter(OwnedPartition::isComplete).toList();
    boolean isTaken =
        sender.send(
            complete.stream().map(OwnedPartition::alerts).toList(),
            complete.stream().anyMatch(OwnedPartition::hasNews));
    complete.forEach(OwnedPartition::sent);
    if (isTaken && isRead && Coordinator.isHeard(consumer)) {
      gotThrough();
    }
  }

  /** A consumer waits for ever for partitions of a topic that is not there. */
  private void checkTopic() {
    if (owned.isEmpty() && consumer.partitionsFor(topic).isEmpty()) {
      throw new IllegalStateException(
          "there is no topic " + topic + ", where alerts are read: see topics.alerts");
    }
  }

  private void gotThrough() {
    metrics.set(Instrument.ALERTMANAGER_LAST_ROUND, System.currentTimeMillis() / 1e3);
  }

  /**
   * Takes records.
   *
   * @return whether none of them waits for the registry
   */
  private boolean take(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records)
      throws InterruptedException {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      try {
        take(partition, record);
      } catch (RuntimeException e) {
        if (Surroundings.failed(e)) {
          LOGGER.warn("event=alertmanager waits-for=registry error=\"{}\"", e.getMessage());
          consumer.seek(partition, record.offset());
          pause();
          return false;
        }
        LOGGER.warn(
            "event=skip topic={} partition={} offset={} error=\"{}\"",
            topic,
            partition.partition(),
            record.offset(),
            e.getMessage());
      }
    }
    return true;
  }

  private void take(TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
    OwnedPartition part = owned.get(partition);
    if (part == null) {
      return;
    }
    if (part.isBeyond(record.offset())) {
      owned.remove(partition);
      return;
    }
    Instant now = Instant.now();
    if (record.value() != null) {
      Object event = deserializer.deserialize(topic, record.headers(), record.value());
      part.accept(alerts.of(event), Instant.ofEpochMilli(record.timestamp()), now);
    } else if (record.key() != null) {
      part.forget(new String(record.key(), StandardCharsets.UTF_8), now);
    }
  }

  private void pause() throws InterruptedException {
    closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    closed.countDown();
    if (thread.getState() == Thread.State.NEW) {
      consumer.close();
      return;
    }
    consumer.wakeup();
    try {
      thread.join(Duration.ofSeconds(10).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
