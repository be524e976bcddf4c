package io.evenkeel.app.runtime;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.MetricName;

/**
 * Kafka's clients report topics with dots a second time, with underscores in their place
 * (KIP-1109). Whoever adds the numbers of topics must leave these out.
 */
final class RepeatedTopics {
  private static final String TOPIC = "topic";

  private record Tagged(String group, String name, Map<String, String> tags) {}

  private final Set<Tagged> repeated = new HashSet<>();

  /** Those among all metrics of clients. */
  RepeatedTopics(Collection<MetricName> all) {
    for (MetricName metric : all) {
      String topic = metric.tags().getOrDefault(TOPIC, "");
      if (topic.indexOf('.') >= 0) {
        Map<String, String> tags = new LinkedHashMap<>(metric.tags());
        tags.put(TOPIC, topic.replace('.', '_'));
        repeated.add(new Tagged(metric.group(), metric.name(), tags));
      }
    }
  }

  /** Whether the metric repeats another. */
  boolean has(MetricName metric) {
    return metric.tags().containsKey(TOPIC)
        && repeated.contains(new Tagged(metric.group(), metric.name(), metric.tags()));
  }
}
