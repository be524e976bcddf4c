package io.evenkeel.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.metrics.Metrics;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class KafkaCollectorTest {
  private final Map<MetricName, Metric> known = new HashMap<>();
  private final Metrics metrics = new Metrics();

  private void add(String group, String name, Object value, Map<String, String> tags) {
    add(group, name, tags, () -> value);
  }

  private void add(String group, String name, Map<String, String> tags, Supplier<Object> value) {
    MetricName key = new MetricName(name, group, "What it is", tags);
    known.put(
        key,
        new Metric() {
          @Override
          public MetricName metricName() {
            return key;
          }

          @Override
          public Object metricValue() {
            return value.get();
          }
        });
  }

  private String scrape() {
    metrics.add(new KafkaCollector(() -> known));
    return metrics.scrape();
  }

  @Test
  void namesNumbersByTheirGroup() {
    add("stream-state-metrics", "total-sst-files-size", 12L, Map.of("task-id", "0_1"));

    assertThat(scrape())
        .contains(
            "# HELP kafka_stream_state_total_sst_files_size What it is\n",
            "# TYPE kafka_stream_state_total_sst_files_size gauge\n",
            "kafka_stream_state_total_sst_files_size{task_id=\"0_1\"} 12.0\n");
  }

  @Test
  void saysOfTotalsThatTheyAreCounters() {
    add("stream-thread-metrics", "task-created-total", 2.0, Map.of());

    assertThat(scrape())
        .contains(
            "# TYPE kafka_stream_thread_task_created_total counter\n",
            "kafka_stream_thread_task_created_total 2.0\n");
  }

  /** A sum over the values of a name would count what is a sum of others twice. */
  @Test
  void tellsOfOneNameTheMostDetailed() {
    add("consumer-metrics", "lag", 3.0, Map.of("client", "a"));
    add("consumer-metrics", "lag", 1.0, Map.of("client", "a", "partition", "0"));
    add("consumer-metrics", "lag", 2.0, Map.of("client", "a", "partition", "1"));

    assertThat(scrape())
        .contains(
            "kafka_consumer_lag{client=\"a\",partition=\"0\"} 1.0\n",
            "kafka_consumer_lag{client=\"a\",partition=\"1\"} 2.0\n")
        .doesNotContain("kafka_consumer_lag{client=\"a\"}");
  }

  @Test
  void leavesOutWhatIsNoNumber() {
    add("app-info", "version", "4.3.1", Map.of());

    assertThat(scrape()).doesNotContain("version");
  }

  /** As metrics of one name and another: Prometheus refuses a page that says one thing twice. */
  @Test
  void saysWhatHasTheSameExportedNameOnce() {
    add("consumer-metrics", "a-b", 1.0, Map.of());
    add("consumer-metrics", "a.b", 1.0, Map.of());

    assertThat(scrape().lines().filter(line -> line.startsWith("kafka_consumer_a_b"))).hasSize(1);
  }

  @Test
  void tellsOneOfTwoThatPrometheusCannotTellApart() {
    add("consumer-metrics", "read", 1.0, Map.of());
    add("consumer-metrics", "read-total", 2.0, Map.of());

    assertThat(scrape()).contains("\nkafka_consumer_read 1.0\n").doesNotContain("read_total");
  }

  /** A store that is being closed throws. */
  @Test
  void tellsAllOthersWhenOneCannotBeTold() {
    add("consumer-metrics", "lag", 3.0, Map.of());
    add(
        "stream-state-metrics",
        "size",
        Map.of(),
        () -> {
          throw new IllegalStateException("closed");
        });

    assertThat(scrape()).contains("kafka_consumer_lag 3.0\n").doesNotContain("size");
  }

  @Test
  void tellsATopicOnceThatIsReportedWithUnderscoresToo() {
    for (String topic : new String[] {"my.labels", "my_labels", "my_other"}) {
      add("consumer", "lag", 1.0, Map.of("topic", topic, "partition", "0"));
    }

    assertThat(scrape())
        .contains("kafka_consumer_lag{partition=\"0\",topic=\"my.labels\"} 1.0\n")
        .contains("kafka_consumer_lag{partition=\"0\",topic=\"my_other\"} 1.0\n")
        .doesNotContain("my_labels");
  }
}
