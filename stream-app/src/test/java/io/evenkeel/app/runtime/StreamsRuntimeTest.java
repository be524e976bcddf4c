package io.evenkeel.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.status.Health;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without a broker: how it comes up, waits and goes down. */
class StreamsRuntimeTest {
  private final Metrics metrics = new Metrics();
  private StreamsRuntime runtime;
  private Map<String, Object> properties;

  @BeforeEach
  void create(@TempDir Path state) {
    properties =
        KafkaProperties.streams(
            AppConfig.of(
                Map.of(
                    "kafka.bootstrap.servers", "127.0.0.1:1",
                    "kafka.state.dir", state.toString(),
                    "kafka.num.stream.threads", "1")),
            Map.of());
    runtime = new StreamsRuntime(topology(), properties, metrics, 10);
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  private static Topology topology() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
        .to("out", Produced.with(Serdes.String(), Serdes.String()));
    builder.table(
        "table", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("kept"));
    return builder.build();
  }

  @Test
  void isLiveButNotReadyBeforeItHasPartitions() {
    assertThat(runtime.health()).isEqualTo(new Health(true, false, "CREATED", 0));

    runtime.start();

    assertThat(runtime.health().live()).isTrue();
    assertThat(runtime.health().ready()).isFalse();
  }

  @Test
  void refusesTheStateOfAnInstanceThatRuns() {
    Topology topology = topology();

    assertThatThrownBy(() -> new StreamsRuntime(topology, properties, new Metrics(), 10))
        .isInstanceOf(StartException.class)
        .hasMessageMatching(
            "another instance uses the state in .*: give each instance on this machine a"
                + " kafka.state.dir of its own");
  }

  @Test
  void endsItsWaitWhenClosed() throws InterruptedException {
    runtime.start();

    runtime.close();
    runtime.close();

    runtime.await();
    assertThat(runtime.health()).isEqualTo(new Health(false, false, "NOT_RUNNING", 0));
  }

  @Test
  void saysWhatToDoWhereItWasStoppedFromOutside() {
    assertThat(stopped("While writing: No space left on device"))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("make room, then start it again");
    assertThat(stopped("a-b-changelog has invalid partitions: expected: 6; actual: 4"))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("were given other partitions while it ran; start it again");
    assertThat(stopped(new RecordTooLargeException("evenkeel.dead-letters")))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "evenkeel.dead-letters): 'evenkeel topics' raises its max.message.bytes");
    assertThat(stopped("no idea"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("stopped by an error: ");
  }

  private static RuntimeException stopped(String words) {
    return stopped(new Exception(words));
  }

  private static RuntimeException stopped(Exception cause) {
    return StreamsRuntime.asException(new IllegalStateException("task", cause));
  }

  @Test
  void exportsTheMetricsOfKafkaStreams() {
    runtime.start();

    await().untilAsserted(() -> assertThat(metrics.scrape()).contains("kafka_stream_"));
  }
}
