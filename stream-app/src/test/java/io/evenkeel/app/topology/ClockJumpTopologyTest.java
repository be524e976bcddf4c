package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.observe.SteadyClock;
import io.evenkeel.schemas.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody sets the wall clock forward; the driver cannot set it back. */
class ClockJumpTopologyTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir private Path state;

  private final AtomicLong millis = new AtomicLong();

  private TopologyHarness start() {
    return new TopologyHarness(
        TopologyScenario.config(), state, SteadyClock.properties(millis::get));
  }

  /** Time that passes, on both clocks. */
  private void pass(TopologyHarness app, int seconds) {
    for (int i = 0; i < seconds; i++) {
      millis.addAndGet(1_000);
      app.pass(Duration.ofSeconds(1));
    }
  }

  private void stream(TopologyHarness app, int from, int to) {
    TopologyScenario.stream(app, from, to, 0.6, 0.6);
    pass(app, 6);
  }

  private static void assertAllCount(TopologyHarness app, int predictions) {
    assertThat(app.deadLetters()).isEmpty();
    assertThat(app.finalVerdicts())
        .hasSize(predictions / 10)
        .allSatisfy(verdict -> assertThat(verdict.getLabelled()).isEqualTo(10));
    assertThat(app.finalVerdicts().stream().mapToLong(Verdict::getPredictions).sum())
        .isEqualTo(predictions);
  }

  @Test
  void anHourThatIsSkippedIsNoHourOfSilence() {
    try (TopologyHarness app = start()) {
      stream(app, 0, 25);

      app.pass(HOUR);
      pass(app, 6);
      assertThat(app.finalVerdicts()).isEmpty();

      stream(app, 25, 60);
      app.heartbeat(TopologyScenario.minute(100));
      pass(app, 6);
      assertAllCount(app, 60);
    }
  }

  @Test
  void anHourThatPassesInSilenceIs() {
    try (TopologyHarness app = start()) {
      stream(app, 0, 25);

      for (int minute = 0; minute < 60; minute++) {
        millis.addAndGet(60_000);
        app.pass(Duration.ofMinutes(1));
      }
      assertThat(app.finalVerdicts()).isNotEmpty();
    }
  }
}
