package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** What every test of the topology starts from. */
abstract class TopologyScenario {
  static final Instant T0 = Instant.parse("2025-03-01T00:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path state;
  private @Nullable TopologyHarness open;

  @AfterEach
  void close() {
    if (open != null) {
      open.close();
      open = null;
    }
  }

  TopologyHarness start(String... settings) {
    open = new TopologyHarness(config(settings), state);
    return open;
  }

  /** The same, with changelogs. */
  final TopologyHarness startLogged(String... settings) {
    open = TopologyHarness.logged(config(settings), state);
    return open;
  }

  /** The settings of a scenario with others in the place of some. */
  static AppConfig config(String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("defaults.window.size", "10m");
    all.put("defaults.window.advance", "10m");
    all.put("defaults.window.grace", "0s");
    all.put("defaults.labels.wait", "30m");
    all.put("defaults.labels.min", "1");
    all.put("defaults.profile.sample", "16");
    all.put("defaults.profile.locations", "4");
    // A series by itself fires at 97 times the evidence, with as few labels as a test has.
    all.put("budget.false-alarms", "100");
    all.put("defaults.alert.window-tests", "off");
    for (String setting : settings) {
      all.put(
          setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
    }
    return AppConfig.of(all);
  }

  static Instant minute(long n) {
    return T0.plus(MINUTE.multipliedBy(n));
  }

  /**
   * One prediction a minute with its label a minute later, calibrated, from the given minute on.
   */
  static void stream(TopologyHarness app, int from, int to, double p, double truth) {
    SplittableRandom random = new SplittableRandom(from + 1);
    for (int i = from; i < to; i++) {
      app.predict("id-" + i, minute(i), binary(p));
      app.label("id-" + i, minute(i + 1), random.nextDouble() < truth ? 1 : 0);
    }
  }

  static Verdict newest(TopologyHarness app) {
    app.settle();
    List<Verdict> verdicts = app.verdicts();
    return verdicts.get(verdicts.size() - 1);
  }

  /** The alert of miscalibration as it began, if it did. */
  static Optional<Alert> miscalibration(TopologyHarness app) {
    return app.alerts().stream()
        .filter(change -> change.getRule().equals("miscalibration"))
        .filter(change -> change.getChange() == AlertChange.BEGAN)
        .findFirst();
  }
}
