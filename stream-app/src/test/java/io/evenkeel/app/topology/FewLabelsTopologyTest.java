package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import org.junit.jupiter.api.Test;

/** A window says no more than its own labels do. */
class FewLabelsTopologyTest extends TopologyScenario {

  @Test
  void aWindowOfFewLabelsIsUnderpoweredThoughTheSeriesHasAFault() {
    TopologyHarness app = start("defaults.labels.min=5");
    stream(app, 0, 60, 0.9, 0.3);
    stream(app, 60, 63, 0.9, 0.9);
    app.heartbeat(minute(200));
    app.settle();

    assertThat(app.alerts().get(app.alerts().size() - 1).getState()).isEqualTo(AlertState.FIRING);
    Verdict before = finalVerdict(app, 50);
    assertThat(before.getFinding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(before.getEvidence().getRecalibration()).isNotNull();
    Verdict few = finalVerdict(app, 60);
    assertThat(few.getFinding()).isEqualTo(Finding.UNDERPOWERED);
    assertThat(few.getSummary())
        .startsWith("Too few labels to say: 3 of 3 predictions, and labels.min is 5")
        .contains("the fault that was found before is still open");
  }

  private static Verdict finalVerdict(TopologyHarness app, int startMinute) {
    return app.verdicts().stream()
        .filter(verdict -> verdict.getWindowStart().equals(minute(startMinute)))
        .reduce((a, b) -> b)
        .orElseThrow();
  }
}
