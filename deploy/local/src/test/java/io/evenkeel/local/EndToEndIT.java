package io.evenkeel.local;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.local.cluster.LocalCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndToEndIT {
  @TempDir private Path directory;

  @Test
  void countsEveryForecastOfTheMarketOnceAndFindsTheOverConfidentModel() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(directory)) {
      AppConfig config = AppConfig.of(MarketScenario.settings(cluster.settings()));
      cluster.prepare(config, 2);
      try (Application application = Application.start(config)) {
        MarketScenario.play(config, () -> application.health().live());
      }
    }
  }
}
