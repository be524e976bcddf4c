package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Published forecasts, replayed as a user would: what is known of them comes out. */
class RealForecastsIT {
  private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", "../.."));
  private static final Path DATA = Path.of(System.getProperty("evenkeel.data", "missing"));
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** The e-value at which evidence alerts, at the default level of 0.01. */
  private static final double THRESHOLD = Math.log(100);

  @TempDir private Path directory;

  private record Outcome(List<Verdict> verdicts, List<Alert> alerts) {
    List<Alert> firing(String model) {
      return alerts.stream()
          .filter(alert -> alert.getModel().equals(model))
          .filter(alert -> alert.getRule().equals(Rule.MISCALIBRATION.key()))
          .filter(alert -> alert.getState() == AlertState.FIRING)
          .toList();
    }
  }

  private Outcome replay(String name) throws IOException, InterruptedException {
    Path data = DATA.resolve(name);
    assumeTrue(
        Files.isDirectory(data), "skipped: " + data + " is absent; set -Devenkeel.data=FOLDER");
    Dataset dataset = Dataset.read(ROOT.resolve("deploy/datasets/" + name + ".yaml"));
    EventSource source = EventSource.of(dataset.cases(data));
    try (LocalCluster cluster = LocalCluster.start(directory)) {
      AppConfig config = config(dataset, cluster);
      cluster.prepare(config, 2);
      try (Application application = Application.start(config);
          FinalVerdicts verdicts = new FinalVerdicts(config)) {
        Replay.all(source, config);
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(verdicts.counts())
                        .isEqualTo(ExpectedCounts.of(source, config::model)));
        assertThat(application.health().live()).isTrue();
        return new Outcome(List.copyOf(verdicts.verdicts().values()), verdicts.alerts());
      }
    }
  }

  private static AppConfig config(Dataset dataset, LocalCluster cluster) {
    Map<String, String> settings = new HashMap<>(dataset.settings());
    settings.putAll(cluster.settings());
    settings.put("http.port", "0");
    settings.put("monitor.emit-interval", "100ms");
    return AppConfig.of(settings);
  }

  @Test
  void raisesNoMiscalibrationAlertOnForecastsOfBaseball() throws Exception {
    assertThat(replay("fte_mlb").firing("fte_mlb")).isEmpty();
  }

  @Test
  void raisesNoMiscalibrationAlertOnForecastsOfSoccer() throws Exception {
    assertThat(replay("fte_soccer").firing("fte_soccer")).isEmpty();
  }

  @Test
  void firesOnAnOverconfidentImageClassifierWithin600Labels() throws Exception {
    List<Alert> firing = replay("cifar10_vgg16").firing("cifar10_raw");

    assertThat(firing).isNotEmpty();
    assertThat(firing.get(0).getCases()).isLessThanOrEqualTo(600);
    assertThat(firing.get(0).getSummary()).contains("over-confident");
  }

  @Test
  void tellsTheYearsOfADriftingModelFromTheOneWithoutDrift() throws Exception {
    Outcome outcome = replay("census_ma_employment");

    // A pane of 365 days from 1970 on ends in the year that it holds.
    Map<Integer, Double> evidence =
        outcome.verdicts().stream()
            .collect(
                Collectors.toMap(
                    verdict -> verdict.getWindowEnd().atZone(ZoneOffset.UTC).getYear(),
                    verdict -> verdict.getEvidence().getLogESeries()));
    assertThat(evidence).containsOnlyKeys(2015, 2016, 2017, 2018);
    assertThat(evidence.get(2015)).isLessThan(THRESHOLD);
    assertThat(evidence.get(2016)).isGreaterThan(THRESHOLD);
    assertThat(evidence.get(2017)).isGreaterThan(THRESHOLD);
    assertThat(evidence.get(2018)).isGreaterThan(THRESHOLD);
    assertThat(outcome.firing("census_employment")).isNotEmpty();
  }
}
