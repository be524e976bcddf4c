package io.evenkeel.app.runtime;

import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Whether a running topology reaches the brokers and keeps up, from the metrics of its clients,
 * which are read once a second at most. A client says nothing by itself when its brokers are gone:
 * it waits for them.
 */
final class Pulse {
  private static final String LAG = "records-lag";
  private static final long KEPT_NANOS = Duration.ofSeconds(1).toNanos();

  private final Supplier<Map<MetricName, ? extends Metric>> metrics;
  private final Supplier<Set<String>> consumers;
  private final Duration sessionTimeout;
  private Reading newest = new Reading(-1, 0, 0);
  private long readAt;
  private boolean read;

  /**
   * What the metrics say.
   *
   * @param heartbeat seconds since the newest heartbeat of the consumer that was heard from longest
   *     ago; -1 before any
   * @param lag number of records of input and internal topics that wait
   * @param restoring number of tasks whose state is being restored
   */
  private record Reading(double heartbeat, double lag, double restoring) {}

  /**
   * The pulse of a topology.
   *
   * @param metrics of Kafka Streams and its clients, also of threads that have died
   * @param consumers the client ids of the consumers of living threads, as they are now
   * @param sessionTimeout of the consumers
   */
  Pulse(
      Supplier<Map<MetricName, ? extends Metric>> metrics,
      Supplier<Set<String>> consumers,
      Duration sessionTimeout) {
    this.metrics = metrics;
    this.consumers = consumers;
    this.sessionTimeout = sessionTimeout;
  }

  /** Has the gauges show it. */
  void show(Metrics gauges) {
    gauges.watch(Instrument.KAFKA_CONNECTED, () -> isConnected() ? 1 : 0);
    gauges.watch(Instrument.RESTORING, () -> reading().restoring());
  }

  /** Whether each consumer heard from the coordinator of its group within the session timeout. */
  boolean isConnected() {
    double heartbeat = reading().heartbeat();
    return heartbeat >= 0 && heartbeat <= sessionTimeout.toMillis() / 1e3;
  }

  /** The number of records that wait in all partitions of this instance. */
  double lag() {
    return reading().lag();
  }

  private synchronized Reading reading() {
    long now = System.nanoTime();
    if (!read || now - readAt > KEPT_NANOS) {
      newest = read();
      readAt = now;
      read = true;
    }
    return newest;
  }

  private Reading read() {
    double heartbeat = -1;
    double lag = 0;
    double restoring = 0;
    Map<MetricName, ? extends Metric> all = metrics.get();
    Set<String> living = consumers.get();
    RepeatedTopics repeated =
        new RepeatedTopics(all.keySet().stream().filter(name -> name.name().equals(LAG)).toList());
    for (Metric metric : all.values()) {
      MetricName name = metric.metricName();
      switch (name.name()) {
        case "last-heartbeat-seconds-ago" -> {
          double age = value(metric, -1);
          if (isOf(living, name) && age >= 0 && age > heartbeat) {
            heartbeat = age;
          }
        }
        case LAG -> lag += isOf(living, name) && !repeated.has(name) ? value(metric, 0) : 0;
        case "active-restoring-tasks" -> restoring += value(metric, 0);
        default -> {}
      }
    }
    return new Reading(heartbeat, lag, restoring);
  }

  private static boolean isOf(Set<String> clients, MetricName name) {
    return clients.contains(name.tags().getOrDefault("client-id", ""));
  }

  /** Until there is something to measure, a metric is NaN. */
  private static double value(Metric metric, double otherwise) {
    return metric.metricValue() instanceof Number number && !Double.isNaN(number.doubleValue())
        ? number.doubleValue()
        : otherwise;
  }
}
