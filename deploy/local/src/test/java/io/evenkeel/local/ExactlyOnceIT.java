package io.evenkeel.local;

import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.EventSource;
import io.evenkeel.app.replay.ExpectedCounts.Window;
import io.evenkeel.app.replay.Pace;
import io.evenkeel.app.replay.ReplayProducer;
import io.evenkeel.app.replay.Replayer;
import io.evenkeel.app.replay.Trouble;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.simulate.Preset;
import io.evenkeel.local.cluster.LocalCluster;
import io.evenkeel.schemas.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same events twice, in random order, some of them doubled and some labels before their
 * predictions; once the application is killed in the middle.
 */
class ExactlyOnceIT {
  private static final EventSource SOURCE =
      EventSource.of(Preset.SLOW_LABELS.simulation()).with(new Trouble(7, null, 0.05, 0.10, 0, 0));
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path directory;

  @Test
  void countsEveryObservationOnceThroughAKillAndRepeatsItsVerdicts()
      throws IOException, InterruptedException {
    SortedMap<Window, Verdict> killed = run(directory.resolve("killed"), true);
    SortedMap<Window, Verdict> undisturbed = run(directory.resolve("undisturbed"), false);

    FinalVerdicts.assertSame(undisturbed, killed);
  }

  private static SortedMap<Window, Verdict> run(Path folder, boolean kill)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path log = folder.resolve("application.log");
    try (LocalCluster cluster = LocalCluster.start(folder)) {
      Map<String, String> settings = settings(cluster);
      AppConfig config = AppConfig.of(settings);
      cluster.prepare(config, 2);
      try (FinalVerdicts verdicts = new FinalVerdicts(config);
          var producer = ReplayProducer.of(KafkaProperties.clients(config), config.serde())) {
        Replayer replayer = new Replayer(producer, config.topics(), InstantSource.system());
        ChildApplication application = ChildApplication.start(settings, log);
        try {
          replayer.play(SOURCE, Pace.FULL_SPEED, time -> {});
          if (kill) {
            await().atMost(PATIENCE).until(() -> verdicts.provisional() > 0);
            application.kill();
            application = ChildApplication.start(settings, log);
          }
          replayer.end(config::model);
          verdicts.awaitAll(SOURCE, config);
        } catch (RuntimeException | AssertionError e) {
          throw new AssertionError(Files.readString(log), e);
        } finally {
          application.close();
        }
        return new TreeMap<>(verdicts.verdicts());
      }
    }
  }

  private static Map<String, String> settings(LocalCluster cluster) {
    Map<String, String> settings = new HashMap<>(cluster.settings());
    settings.put("http.port", "0");
    settings.put("kafka.session.timeout.ms", "6000");
    settings.put("defaults.window.size", "1h");
    settings.put("defaults.window.advance", "1h");
    // The order is random over all events, so nothing may be learned or closed before the last.
    settings.put("defaults.window.grace", "7d");
    settings.put("defaults.labels.wait", "60d");
    settings.put("monitor.emit-interval", "500ms");
    return settings;
  }
}
