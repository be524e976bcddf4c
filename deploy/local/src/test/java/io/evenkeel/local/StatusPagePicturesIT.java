package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts;
import io.evenkeel.app.replay.ExpectedCounts.Count;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.local.market.MarketForecasts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Takes the pictures of the status page that the documentation shows, of published forecasts. */
@EnabledIfSystemProperty(
    named = "snapshots.update",
    matches = "true",
    disabledReason = "pictures are taken with -Dsnapshots.update=true")
class StatusPagePicturesIT {
  private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", "../.."));
  private static final Path DATA = Path.of(System.getProperty("evenkeel.data", "missing"));
  private static final Path PICTURES = ROOT.resolve("deploy/screenshots");
  private static final long MOST_BYTES = 200_000;

  @TempDir private Path directory;

  private final List<EventSource> sources = new ArrayList<>();
  private final Map<String, String> settings = new HashMap<>();

  @Test
  void takesPicturesOfForecastsOfAMarketAndOfImages() throws Exception {
    assumeTrue(
        Files.isDirectory(DATA), "skipped: " + DATA + " is absent; set -Devenkeel.data=FOLDER");
    sources.add(EventSource.of(MarketForecasts.bitstamp()));
    for (String model : MarketForecasts.models()) {
      settings.put("models." + model + ".window.size", "4h");
      settings.put("models." + model + ".window.advance", "4h");
      settings.put("models." + model + ".labels.wait", "2m");
    }
    for (String name : List.of("cifar10_vgg16")) {
      Dataset dataset = Dataset.read(ROOT.resolve("deploy/datasets/" + name + ".yaml"));
      sources.add(EventSource.of(dataset.cases(DATA.resolve(name))));
      settings.putAll(dataset.settings());
    }
    try (LocalCluster cluster = LocalCluster.start(directory.resolve("cluster"))) {
      settings.putAll(cluster.settings());
      settings.put("http.port", "0");
      settings.put("monitor.emit-interval", "500ms");
      AppConfig config = AppConfig.of(settings);
      cluster.prepare(config, 2);
      try (Application application = Application.start(config);
          FinalVerdicts verdicts = new FinalVerdicts(config)) {
        replay(config, verdicts);
        try (Browser browser = Browser.start(directory.resolve("browser"))) {
          browser.open(application.status());
          takePictures(browser);
        }
      }
    }
  }

  private void replay(AppConfig config, FinalVerdicts verdicts) {
    for (EventSource source : sources) {
      Replay.all(source, config);
      Map<Window, Count> expected = ExpectedCounts.of(source, config::model);
      await()
          .atMost(Duration.ofMinutes(5))
          .untilAsserted(() -> assertThat(verdicts.counts()).containsAllEntriesOf(expected));
    }
  }

  private static void takePictures(Browser browser) throws IOException {
    Files.createDirectories(PICTURES);
    browser.resize(1280, 600, 1);
    browser.awaitCount(".fleet tbody tr", 5);
    browser.prefer("light");
    take(browser, "fleet-light");
    browser.prefer("dark");
    take(browser, "fleet-dark");
    browser.resize(1280, 1400, 1);
    browser.go("#/series/btc-ewma%7C%7C");
    browser.awaitText("h1", "btc-ewma");
    take(browser, "series-dark");
    browser.prefer("light");
    browser.go("#/series/cifar10_raw%7C%7C");
    browser.awaitText("h1", "cifar10_raw");
    take(browser, "series-light");
    browser.resize(390, 844, 2);
    browser.go("#/");
    browser.awaitCount(".fleet tbody tr", 5);
    take(browser, "fleet-phone");
  }

  private static void take(Browser browser, String name) throws IOException {
    Path file = PICTURES.resolve(name + ".png");
    browser.awaitDrawn();
    browser.screenshot(file);
    assertThat(file).satisfies(picture -> assertThat(Files.size(picture)).isLessThan(MOST_BYTES));
  }
}
