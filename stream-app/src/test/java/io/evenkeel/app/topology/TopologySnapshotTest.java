package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.runtime.InProcessTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.errors.TopologyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologySnapshotTest {
  private static final Path SNAPSHOT = Path.of("src", "test", "resources", "topology.txt");

  @TempDir private Path state;

  private Properties properties(AppConfig config) {
    return InProcessTopology.properties(config, state, new Metrics());
  }

  private String description() {
    AppConfig config = AppConfig.of(Map.of());
    return CalibrationTopology.build(
            config,
            new StreamsConfig(properties(config)),
            InProcessTopology.topics(config),
            new Metrics(),
            4)
        .describe()
        .toString();
  }

  @Test
  void isTheOneThatStateOnBrokersWasMadeFor() throws IOException {
    if (Boolean.getBoolean("snapshots.update")) {
      Files.writeString(SNAPSHOT, description());
    }
    assertThat(description()).isEqualTo(Files.readString(SNAPSHOT));
  }

  @Test
  void namesEveryOperator() {
    assertThat(description()).doesNotContainPattern("K(STREAM|TABLE)-");
  }

  @Test
  void isBuiltByABuilderThatRefusesWhatHasNoName() {
    StreamsConfig strict = new StreamsConfig(properties(AppConfig.of(Map.of())));
    StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(strict));
    builder.stream("in").groupByKey().count();

    assertThatThrownBy(builder::build)
        .isInstanceOf(TopologyException.class)
        .hasMessageContaining("name");
  }
}
