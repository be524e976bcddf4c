package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.replay.CaseSource;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Published forecasts, replayed to a broker as a user would: what is known of them comes out. More
 * of them are told in PublishedForecastsTest.
 */
class RealForecastsIT {
  private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", "../.."));
  private static final Path DATA = Path.of(System.getProperty("evenkeel.data", "missing"));

  @TempDir private Path directory;

  /** The alerts of miscalibration that fired, given one case in four of a model. */
  private List<Alert> firing(String name, String model) throws IOException, InterruptedException {
    Path data = DATA.resolve(name);
    assumeTrue(
        Files.isDirectory(data), "skipped: " + data + " is absent; set -Devenkeel.data=FOLDER");
    Dataset dataset = Dataset.read(ROOT.resolve("deploy/datasets/" + name + ".yaml"));
    CaseSource all = dataset.cases(data);
    EventSource source =
        EventSource.of(
            () ->
                all.cases()
                    .filter(one -> one.prediction().model().equals(model))
                    .filter(one -> Math.floorMod(one.prediction().id().hashCode(), 4) == 0));
    try (LocalCluster cluster = LocalCluster.start(directory)) {
      AppConfig config = config(dataset, cluster);
      cluster.prepare(config, 2);
      try (Application application = Application.start(config);
          FinalVerdicts verdicts = new FinalVerdicts(config)) {
        Replay.all(source, config);
        verdicts.awaitAll(source, config);
        assertThat(application.health().live()).isTrue();
        return verdicts.alerts().stream()
            .filter(alert -> alert.getRule().equals(Rule.MISCALIBRATION.key()))
            .filter(alert -> alert.getState() == AlertState.FIRING)
            .toList();
      }
    }
  }

  private static AppConfig config(Dataset dataset, LocalCluster cluster) {
    Map<String, String> settings = new HashMap<>(dataset.settings());
    settings.putAll(cluster.settings());
    settings.put("http.port", "0");
    settings.put("monitor.emit-interval", "500ms");
    return AppConfig.of(settings);
  }

  @Test
  void firesOnAnOverconfidentImageClassifierWithin600Labels() throws Exception {
    List<Alert> firing = firing("cifar10_vgg16", "cifar10_raw");

    assertThat(firing).isNotEmpty();
    assertThat(firing.get(0).getCases()).isLessThanOrEqualTo(600);
    assertThat(firing.get(0).getSummary()).contains("over-confident");
  }
}
