package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.InProcessTopology;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.prediction.Categorical;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnloggedStoresTest {
  private final UnloggedStores stores = new UnloggedStores();

  @TempDir Path state;

  private TopologyHarness harness() {
    Map<String, Object> properties = new HashMap<>(InProcessTopology.IN_MEMORY);
    properties.putAll(stores.properties());
    return new TopologyHarness(AppConfig.of(Map.of()), state, properties);
  }

  @Test
  void noteWhatWasWrittenSinceTheLastTime() {
    try (TopologyHarness harness = harness()) {
      harness.predict("p1", TopologyHarness.STARTED, Categorical.of(0.5, 0.5));
      assertThat(stores.takeWritten())
          .contains(StoreNames.OBSERVATIONS, StoreNames.MEMBERS, StoreNames.CLOCKS)
          .doesNotContain(StoreNames.PARTIALS);

      harness.pass(Duration.ofSeconds(1));
      assertThat(stores.takeWritten()).contains(StoreNames.PARTIALS, StoreNames.SERIES);
      assertThat(stores.takeWritten()).isEmpty();
    }
  }

  @Test
  void haveNoChangelogs() {
    try (TopologyHarness harness = harness()) {
      harness.predict("p1", TopologyHarness.STARTED, Categorical.of(0.5, 0.5));
      harness.pass(Duration.ofSeconds(1));

      assertThat(harness.driver().producedTopicNames())
          .noneMatch(topic -> topic.endsWith("-changelog"));
    }
  }
}
