package io.evenkeel.app.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A bridge between a topic of alerts and an Alertmanager, both of this process. Mutable. */
abstract class BridgeScenario {
  static final String TOPIC = "evenkeel.alerts";
  static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
  static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  final AtomicInteger silences = new AtomicInteger();
  volatile Map<MetricName, Metric> heartbeat = lastHeartbeat(3);
  final MockConsumer<byte[], byte[]> consumer =
      new MockConsumer<>("earliest") {
        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(
            Collection<TopicPartition> partitions) {
          if (silences.getAndDecrement() > 0) {
            throw new TimeoutException("brokers are silent");
          }
          return super.endOffsets(partitions);
        }

        @Override
        public synchronized Map<MetricName, ? extends Metric> metrics() {
          return heartbeat;
        }
      };
  final Metrics metrics = new Metrics();
  final List<String> bodies = new CopyOnWriteArrayList<>();
  final List<String> credentials = new CopyOnWriteArrayList<>();
  final AtomicInteger failures = new AtomicInteger();
  private HttpServer alertmanager;

  @BeforeEach
  void start() throws IOException {
    alertmanager = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    alertmanager.createContext("/api/v2/alerts", this::take);
    alertmanager.start();
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updatePartitions(TOPIC, List.of(new PartitionInfo(TOPIC, 0, null, null, null)));
  }

  static Map<MetricName, Metric> lastHeartbeat(double secondsAgo) {
    MetricName name =
        new MetricName(
            "last-heartbeat-seconds-ago", "consumer-coordinator-metrics", "", new HashMap<>());
    return Map.of(
        name,
        new Metric() {
          @Override
          public MetricName metricName() {
            return name;
          }

          @Override
          public Object metricValue() {
            return secondsAgo;
          }
        });
  }

  @AfterEach
  void stop() {
    alertmanager.stop(0);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      credentials.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
      bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      exchange.sendResponseHeaders(failures.getAndDecrement() > 0 ? 503 : 200, -1);
    }
  }

  String url() {
    return "http://localhost:" + alertmanager.getAddress().getPort();
  }

  AlertmanagerBridge bridge(Deserializer<?> deserializer, Map<String, String> settings) {
    Map<String, String> all =
        new HashMap<>(Map.of("alertmanager.urls", url(), "alertmanager.resend-interval", "50ms"));
    all.putAll(settings);
    return new AlertmanagerBridge(consumer, AppConfig.of(all), deserializer, metrics);
  }

  void own(AlertState... states) {
    consumer.updateEndOffsets(Map.of(PARTITION, (long) states.length));
    consumer.schedulePollTask(
        () -> {
          consumer.rebalance(List.of(PARTITION));
          for (int i = 0; i < states.length; i++) {
            consumer.addRecord(record(i, "m" + i, states[i]));
          }
        });
  }

  static ConsumerRecord<byte[], byte[]> record(long offset, String model, AlertState state) {
    Alert alert =
        Alert.newBuilder(AlertmanagerClientTest.alert(model, state, NOW, null))
            .setModel(model)
            .build();
    byte[] bytes = RawAvroSerde.of(Alert.class).serializer().serialize(TOPIC, alert);
    return new ConsumerRecord<>(TOPIC, 0, offset, new byte[0], bytes);
  }

  static Deserializer<Alert> alerts() {
    return RawAvroSerde.of(Alert.class).deserializer();
  }

  final class CountPolls {
    final AtomicInteger count = new AtomicInteger();

    void schedule() {
      consumer.schedulePollTask(
          () -> {
            count.incrementAndGet();
            schedule();
          });
    }
  }

  /** A broker gives again what is asked for again. */
  void fetchAgain() {
    assertThat(consumer.position(PARTITION)).isZero();
    consumer.addRecord(record(0, "m0", AlertState.FIRING));
    consumer.addRecord(record(1, "m1", AlertState.NO_DATA));
  }
}
