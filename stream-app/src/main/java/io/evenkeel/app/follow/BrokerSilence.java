package io.evenkeel.app.follow;

import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * Mutable, for one thread: how long no broker has answered a consumer. The consumer itself says
 * nothing then; but a broker answers a fetch within half a second, even with nothing, and the
 * consumer counts the answers.
 */
final class BrokerSilence {
  private final Supplier<Map<MetricName, ? extends Metric>> metrics;
  private final Duration longest;
  private final LongSupplier nanos;
  private double answers;
  private long since;

  /**
   * A silence that begins now.
   *
   * @param metrics of the consumer
   * @param longest how long is no problem
   * @param nanos the clock
   */
  BrokerSilence(
      Supplier<Map<MetricName, ? extends Metric>> metrics, Duration longest, LongSupplier nanos) {
    this.metrics = metrics;
    this.longest = longest;
    this.nanos = nanos;
    this.since = nanos.getAsLong();
  }

  /** What is wrong after another poll; null if nothing is. */
  @Nullable String problem() {
    double now = answers();
    if (Double.isNaN(now) || now != answers) {
      answers = now;
      since = nanos.getAsLong();
    }
    return nanos.getAsLong() - since > longest.toNanos()
        ? "no broker has answered for more than " + longest.toSeconds() + " s"
        : null;
  }

  /** NaN if the consumer does not count them. */
  private double answers() {
    for (Metric metric : metrics.get().values()) {
      MetricName name = metric.metricName();
      if (name.name().equals("fetch-total")
          && name.group().equals("consumer-fetch-manager-metrics")
          && metric.metricValue() instanceof Number number) {
        return number.doubleValue();
      }
    }
    return Double.NaN;
  }
}
