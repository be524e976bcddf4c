package io.evenkeel.app.follow;

import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Mutable, for one thread: how long no broker has answered a consumer. The consumer itself says
 * nothing then; but a broker answers a fetch within half a second, even with nothing, and the
 * consumer counts the answers.
 */
public final class BrokerSilence {
  /** What is no problem yet. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final Supplier<Map<MetricName, ? extends Metric>> metrics;
  private final LongSupplier nanos;
  private double answers;
  private long since;

  /** That of a consumer, from now on. */
  public BrokerSilence(Consumer<?, ?> consumer) {
    this(consumer::metrics, System::nanoTime);
  }

  /**
   * A silence that begins now.
   *
   * @param metrics of the consumer
   * @param nanos the clock
   */
  BrokerSilence(Supplier<Map<MetricName, ? extends Metric>> metrics, LongSupplier nanos) {
    this.metrics = metrics;
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
    return nanos.getAsLong() - since > LONGEST.toNanos()
        ? "no broker has answered for more than " + LONGEST.toSeconds() + " s"
        : null;
  }

  /**
   * Goes on after another poll, unless something is wrong.
   *
   * @throws TimeoutException that says what is wrong
   */
  public void check() {
    String problem = problem();
    if (problem != null) {
      throw new TimeoutException(problem);
    }
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
