package io.evenkeel.app.alertmanager;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;

/** The broker that coordinates the group of a consumer. */
final class Coordinator {
  /** Heartbeats go to it every few seconds. */
  private static final double LONGEST_SECONDS = 60;

  private Coordinator() {}

  /**
   * Whether a consumer that is polled keeps in touch with it. The consumer itself says nothing when
   * brokers are gone, and one without partitions asks none for records.
   */
  static boolean isHeard(Consumer<?, ?> consumer) {
    for (Metric metric : consumer.metrics().values()) {
      if (metric.metricName().name().equals("last-heartbeat-seconds-ago")
          && metric.metricValue() instanceof Number ago) {
        // Before the first heartbeat it is -1.
        return ago.doubleValue() >= 0 && ago.doubleValue() <= LONGEST_SECONDS;
      }
    }
    return true; // as with a consumer that does not count them
  }
}
