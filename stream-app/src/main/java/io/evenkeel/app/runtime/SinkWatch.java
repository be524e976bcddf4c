package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the sinks of {@code monitor.sinks} have read, as gauges. A sink of Kafka Connect that
 * failed says so only to those who ask its worker; its group then stands still while its topic
 * grows.
 *
 * <p>Mutable; works in a thread of its own. Nothing ends it: brokers that do not answer leave the
 * gauges as they are, and are asked again.
 */
final class SinkWatch implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(SinkWatch.class);
  private static final Duration PAUSE = Duration.ofSeconds(15);

  private final Map<String, String> sinks;
  private final Brokers brokers;
  private final Metrics metrics;

  /** What the log said last, by group: it says nothing twice in a row. */
  private final Map<String, String> problems = new HashMap<>();

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::work, "sinks");

  /** A watch of the sinks of the configuration, which has a connection of its own. */
  SinkWatch(AppConfig config, Metrics metrics) {
    sinks = config.monitor().sinks();
    brokers = Brokers.connect(config);
    this.metrics = metrics;
    thread.setDaemon(true);
  }

  /** Starts to work. */
  void start() {
    thread.start();
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
    brokers.close();
  }

  private void work() {
    try {
      do {
        sinks.forEach(this::look);
      } while (!closed.await(PAUSE.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(String group, String topic) {
    try {
      show(group, topic);
      problems.remove(group);
    } catch (RuntimeException | Error e) {
      // The thread goes on: its end would not be noticed.
      String problem = e instanceof Error ? e.toString() : String.valueOf(e.getMessage());
      if (closed.getCount() > 0 && !problem.equals(problems.put(group, problem))) {
        LOGGER.warn("event=sink group={} topic={} problem=\"{}\"", group, topic, problem);
      }
    }
  }

  /** Sets both gauges of a sink. A partition of which it committed nothing counts as unread. */
  private void show(String group, String topic) {
    Map<TopicPartition, OffsetSpec> partitions =
        brokers.describe(List.of(topic)).values().stream()
            .flatMap(
                found ->
                    IntStream.range(0, found.partitions().size())
                        .mapToObj(partition -> new TopicPartition(topic, partition)))
            .collect(Collectors.toMap(partition -> partition, latest -> OffsetSpec.latest()));
    if (partitions.isEmpty()) {
      throw new StartException("there is no such topic; correct monitor.sinks." + group);
    }
    Map<TopicPartition, OffsetAndMetadata> read =
        brokers.get(
            "list the offsets of the group " + group,
            brokers.admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    double end =
        brokers
            .get("list the ends of " + topic, brokers.admin().listOffsets(partitions).all())
            .values()
            .stream()
            .mapToDouble(found -> found.offset())
            .sum();
    double committed =
        partitions.keySet().stream()
            .map(read::get)
            .mapToDouble(offset -> offset == null ? 0 : offset.offset())
            .sum();
    metrics.set(Instrument.SINK_COMMITTED, committed, group, topic);
    metrics.set(Instrument.SINK_END, end, group, topic);
  }
}
