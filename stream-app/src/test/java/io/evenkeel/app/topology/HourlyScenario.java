package io.evenkeel.app.topology;

import java.time.Instant;
import java.util.stream.Stream;

/** Series of windows of an hour, of which two days are the reference of drift. */
abstract class HourlyScenario extends TopologyScenario {
  /** Predictions in an hour. */
  static final int PER_HOUR = 40;

  @Override
  TopologyHarness start(String... others) {
    Stream<String> settings =
        Stream.of(
            "defaults.window.size=1h",
            "defaults.window.advance=1h",
            "defaults.labels.wait=1h",
            "defaults.profile.sample=200",
            "defaults.profile.locations=16",
            "defaults.drift.reference-days=2",
            "budget.false-alarms=0.1");
    return super.start(Stream.concat(settings, Stream.of(others)).toArray(String[]::new));
  }

  static Instant hour(int n) {
    return minute(60L * n);
  }
}
