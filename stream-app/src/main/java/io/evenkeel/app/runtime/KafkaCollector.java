package io.evenkeel.app.runtime;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that Kafka's clients report of themselves: named {@code kafka}, their group without
 * {@code -metrics}, and their name, as Micrometer names them and common dashboards expect. Of those
 * of one name only the most detailed are reported: the others are their sums; and each topic once.
 *
 * <p>24 partitions make 35,000 of them. As meters of Micrometer's they took 30 MB of a heap of 512,
 * and a seventh of the time of two processors.
 */
final class KafkaCollector implements MultiCollector {
  private static final String TOTAL = "_total";
  private static final Pattern NO_NAME = Pattern.compile("[^a-zA-Z0-9_]");

  private final Supplier<Map<MetricName, ? extends Metric>> metrics;

  /** The numbers of the metrics that the supplier has when it is asked. */
  KafkaCollector(Supplier<Map<MetricName, ? extends Metric>> metrics) {
    this.metrics = metrics;
  }

  @Override
  public MetricSnapshots collect() {
    Map<String, List<Metric>> byName = new TreeMap<>();
    Map<MetricName, ? extends Metric> now = metrics.get();
    RepeatedTopics repeated = new RepeatedTopics(now.keySet());
    for (Metric metric : now.values()) {
      if (!repeated.has(metric.metricName())) {
        byName.computeIfAbsent(name(metric.metricName()), name -> new ArrayList<>()).add(metric);
      }
    }
    // Prometheus has one name for x and for x_total: the first is reported.
    Map<String, MetricSnapshot> all = new HashMap<>();
    byName.forEach(
        (name, same) -> {
          Map<Labels, Double> values = values(same);
          if (!values.isEmpty()) {
            String help = same.get(0).metricName().description();
            MetricSnapshot snapshot = snapshot(name, help, values);
            all.putIfAbsent(snapshot.getMetadata().getPrometheusName(), snapshot);
          }
        });
    return new MetricSnapshots(all.values());
  }

  private static Map<Labels, Double> values(List<Metric> same) {
    int tags = same.stream().mapToInt(KafkaCollector::tags).max().orElse(0);
    Map<Labels, Double> values = new HashMap<>();
    for (Metric metric : same) {
      if (tags(metric) == tags && value(metric) instanceof Number value) {
        values.put(labels(metric.metricName()), value.doubleValue());
      }
    }
    return values;
  }

  /** Null where it is not known, as of a store that is being closed. */
  private static @Nullable Object value(Metric metric) {
    try {
      return metric.metricValue();
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static String name(MetricName metric) {
    String name = "kafka_" + metric.group() + "_" + metric.name();
    return exported(name.replace("-metrics", ""));
  }

  private static String exported(String name) {
    return NO_NAME.matcher(name).replaceAll("_");
  }

  private static int tags(Metric metric) {
    return metric.metricName().tags().size();
  }

  private static Labels labels(MetricName metric) {
    Labels.Builder labels = Labels.builder();
    metric.tags().forEach((tag, value) -> labels.label(exported(tag), value));
    return labels.build();
  }

  private static MetricSnapshot snapshot(String name, String help, Map<Labels, Double> values) {
    if (name.endsWith(TOTAL)) {
      CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
      values.forEach(
          (labels, value) ->
              counter.dataPoint(
                  CounterDataPointSnapshot.builder().labels(labels).value(value).build()));
      return counter.build();
    }
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    values.forEach(
        (labels, value) ->
            gauge.dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
    return gauge.build();
  }
}
