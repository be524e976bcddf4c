package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Windows whose rows share outcomes, though nothing says so. */
class NeighbourTopologyTest extends TopologyScenario {
  private static final int MINUTES = 60;
  private static final int ROWS_A_MINUTE = 20;

  /** The profile is learned from the windows before. */
  private static final int FIRST_JUDGED = 30;

  private TopologyHarness started() {
    return start(
        "defaults.alert.window-tests=inform",
        "defaults.alert.breaches=2",
        "defaults.alert.windows=2",
        "defaults.alert.miscalibration=off",
        "defaults.evidence.alpha=0.01");
  }

  /**
   * Calibrated on the whole, but for a bias.
   *
   * @param shared rows in a row with one prediction and one outcome
   */
  private static void stream(TopologyHarness app, int shared, double bias) {
    SplittableRandom random = new SplittableRandom(7);
    double p = 0;
    int outcome = 0;
    for (int i = 0; i < MINUTES * ROWS_A_MINUTE; i++) {
      if (i % shared == 0) {
        p = 0.2 + 0.5 * random.nextDouble();
        outcome = random.nextDouble() < p + bias ? 1 : 0;
      }
      app.predict("id-" + i, minute(i / ROWS_A_MINUTE), binary(p));
      app.label("id-" + i, minute(i / ROWS_A_MINUTE + 1), outcome);
    }
    app.settle();
    app.heartbeat(minute(300));
    app.settle();
  }

  private static List<Verdict> judged(TopologyHarness app) {
    return app.finalVerdicts().stream()
        .filter(verdict -> !verdict.getWindowStart().isBefore(minute(FIRST_JUDGED)))
        .filter(verdict -> verdict.getLabelled() > 0)
        .toList();
  }

  @Test
  void testsOfWindowsWhoseNeighboursDependRaiseNoAlert() {
    TopologyHarness app = started();

    stream(app, 4, 0);

    assertThat(judged(app))
        .hasSize((MINUTES - FIRST_JUDGED) / 10)
        .allSatisfy(
            verdict -> {
              assertThat(verdict.getTests().getSkcePValue()).isLessThan(0.001);
              assertThat(verdict.getFinding()).isEqualTo(Finding.MISCALIBRATED);
              assertThat(verdict.getNeighboursDepend()).isTrue();
              assertThat(verdict.getSample().getNeighboursPValue()).isLessThan(0.01);
              assertThat(verdict.getSummary())
                  .contains("neighbouring observations depend on each other (p-value ")
                  .contains("so the tests of this window do not count for alerts");
            });
    assertThat(app.alerts()).extracting(Alert::getRule).doesNotContain("window-tests");
  }

  @Test
  void testsOfWindowsOfAModelThatIsWrongDo() {
    TopologyHarness app = started();

    stream(app, 1, 0.3);

    assertThat(judged(app))
        .allSatisfy(
            verdict -> {
              assertThat(verdict.getNeighboursDepend()).isFalse();
              assertThat(verdict.getSummary()).doesNotContain("neighbouring");
            });
    assertThat(app.alerts()).extracting(Alert::getRule).contains("window-tests");
  }
}
