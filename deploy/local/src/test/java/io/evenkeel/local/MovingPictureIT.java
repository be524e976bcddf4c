package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.simulate.Arrivals;
import io.evenkeel.app.simulate.CategoricalLaw;
import io.evenkeel.app.simulate.Law;
import io.evenkeel.app.simulate.NormalLaw;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.app.simulate.Simulation;
import io.evenkeel.local.cluster.LocalCluster;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Takes the moving picture of the README: a model becomes over-confident, and what one sees. */
@EnabledIfSystemProperty(
    named = "snapshots.update",
    matches = "true",
    disabledReason = "pictures are taken with -Dsnapshots.update=true")
class MovingPictureIT {
  private static final Path FILE =
      Path.of(System.getProperty("evenkeel.root", "../.."))
          .resolve("deploy/screenshots/fleet-to-cause.gif");

  private static final long MOST_BYTES = 400_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration EACH = Duration.ofSeconds(3);
  private static final Arrivals ARRIVALS = Preset.CALIBRATED.simulation().arrivals();

  @TempDir private Path directory;

  private final CountDownLatch calm = new CountDownLatch(1);
  private final List<BufferedImage> pictures = new ArrayList<>();

  @Test
  void showsTheWayFromTheFleetToTheCause() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(directory.resolve("cluster"))) {
      Map<String, String> settings = new HashMap<>(cluster.settings());
      settings.put("http.port", "0");
      settings.put("monitor.emit-interval", "500ms");
      settings.put("defaults.window.size", "1000s");
      settings.put("defaults.window.advance", "1000s");
      settings.put("defaults.labels.wait", "2m");
      AppConfig config = AppConfig.of(settings);
      cluster.prepare(config, 2);
      try (Application application = Application.start(config);
          Browser browser = Browser.start(directory.resolve("browser"))) {
        CompletableFuture<Void> sent =
            CompletableFuture.allOf(
                send(config, "churn", new CategoricalLaw(2, 1, 0.5, 1)),
                send(config, "fraud", new CategoricalLaw(2, 0.5, 1, 1)),
                send(config, "demand", new NormalLaw(0, 1, 0)));
        browser.resize(1060, 580, 1);
        browser.prefer("light");
        browser.open(application.status());
        calm(browser);
        sent.join();
        broken(browser);
        cause(browser);
      }
    }
    AnimatedGif.write(FILE, pictures, EACH);
    assertThat(Files.size(FILE)).isLessThan(MOST_BYTES);
  }

  /** Sends the first half, and after the first picture what changes. */
  private CompletableFuture<Void> send(AppConfig config, String model, Law law) {
    Simulation simulation =
        new Simulation(model, law, ARRIVALS, Preset.CALIBRATED.simulation().labels(), 1);
    long change = ARRIVALS.start().plus(ARRIVALS.changeAfter()).toEpochMilli();
    Pace pace = delivery -> pauseUntilCalm(delivery >= change);
    return CompletableFuture.runAsync(
        () -> {
          try (var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
            Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
            replayer.play(EventSource.of(simulation), pace, time -> {});
          }
        },
        task -> new Thread(task, "send-" + model).start());
  }

  private void pauseUntilCalm(boolean changes) {
    try {
      if (changes) {
        calm.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void calm(Browser browser) throws Exception {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(browser.texts(".fleet tbody .chip"))
                    .hasSize(3)
                    .containsOnly("✓ Calibrated"));
    browser.awaitCount("#connection.live", 1);
    take(browser, "Every model with its newest verdict. All are calibrated.");
    calm.countDown();
  }

  private void broken(Browser browser) throws Exception {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(browser.texts(".fleet tbody .chip"))
                    .containsExactly(
                        "▲ Firing", "✕ Miscalibrated", "✓ Calibrated", "✓ Calibrated"));
    browser.awaitCount("#connection.live", 1);
    take(browser, "One becomes over-confident: its alert fires.");
  }

  private void cause(Browser browser) throws Exception {
    browser.go("#/alerts");
    browser.awaitText(".alert .lead", "over-confident");
    take(browser, "The alert says what is wrong, since when, how far and what to do.");
    browser.go("#/series/churn%7C%7C");
    browser.awaitText("h1", "churn");
    show(browser, "Evidence against calibration");
    take(browser, "The evidence over time: where it crosses the dashed line, the alert fires.");
    show(browser, "Reliability");
    take(browser, "Where it is wrong: what was predicted, and what came true.");
  }

  /** Scrolls to a figure. */
  private static void show(Browser browser, String title) {
    browser.run(
        "const heads = [...document.querySelectorAll('figure h3')];"
            + "heads.find(h => h.textContent.startsWith(arguments[0])).scrollIntoView();"
            + "window.scrollBy(0, -24)",
        title);
  }

  /** Takes what is on the screen, with a line below that says what it is. */
  private void take(Browser browser, String says) throws Exception {
    browser.run(
        """
        const line = document.getElementById('says') ?? document.body.appendChild(document.createElement('div'));
        line.id = 'says';
        line.textContent = arguments[0];
        Object.assign(line.style, {position: 'fixed', left: 0, right: 0, bottom: 0, padding: '10px 20px', background: '#17202b',
          color: '#ffffff', font: '600 17px system-ui, "DejaVu Sans", sans-serif'});
        """,
        "%d / 5\u2003%s".formatted(pictures.size() + 1, says));
    browser.awaitDrawn();
    pictures.add(browser.screen());
  }
}
