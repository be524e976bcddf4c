package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.Severity;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a miscalibration costs those who decide by the predictions. */
class CostTopologyTest extends TopologyScenario {
  private static final int MINUTES = 60;
  private static final int ROWS_A_MINUTE = 10;

  /** The first alert of a model whose class 1 comes more often than it says. */
  private Alert raised(String... settings) {
    TopologyHarness app = start(settings);
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < MINUTES * ROWS_A_MINUTE; i++) {
      double p = 0.2 + 0.5 * random.nextDouble();
      double truth = 1 / (1 + (1 - p) / p * Math.exp(-1));
      int minute = i / ROWS_A_MINUTE;
      // The fault begins when there is a profile.
      int outcome = random.nextDouble() < (minute < 30 ? p : truth) ? 1 : 0;
      app.predict("id-" + i, minute(minute), binary(p));
      app.label("id-" + i, minute(minute + 1), outcome);
    }
    app.settle();
    app.heartbeat(minute(300));
    app.settle();
    Alert alert =
        app.alerts().stream()
            .filter(change -> change.getRule().equals("miscalibration"))
            .filter(change -> change.getChange() == AlertChange.BEGAN)
            .findFirst()
            .orElseThrow();
    close();
    return alert;
  }

  @Test
  void theAlertSaysWhatTheFaultCostsAndIsAsSevere() {
    Alert little = raised("defaults.costs.threshold=0.5", "defaults.alert.critical-from-cost=1000");
    Alert much = raised("defaults.costs.threshold=0.5", "defaults.alert.critical-from-cost=5");

    assertThat(much.getCost()).isGreaterThan(5);
    assertThat(much.getCostAtLeast()).isBetween(5.0, much.getCost());
    assertThat(much.getDescription())
        .containsPattern("Costs \\d+ more per 1,000 cases than if recalibrated, at least \\d+\\.");
    assertThat(much.getSeverity()).isEqualTo(Severity.CRITICAL);
    assertThat(little.getSeverity()).isEqualTo(Severity.WARNING);
    assertThat(little.getCost()).isEqualTo(much.getCost());
  }

  /** Costs of a half and a half are half of those of a threshold, where a miss costs one. */
  @Test
  void aMatrixSaysTheSame() {
    Alert matrix = raised("defaults.costs.matrix=0,0.5,0.5,0");
    Alert threshold = raised("defaults.costs.threshold=0.5");

    assertThat(matrix.getCost()).isCloseTo(threshold.getCost() / 2, within(1e-9));
  }

  @Test
  void aFaultThatChangesNoDecisionCostsNothing() {
    Alert alert = raised("defaults.costs.threshold=0.01", "defaults.alert.critical-from-cost=1");

    assertThat(alert.getCost()).isZero();
    assertThat(alert.getSeverity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void withoutCostsItSaysNothingOfThem() {
    Alert alert = raised();

    assertThat(alert.getCost()).isNull();
    assertThat(alert.getDescription()).doesNotContain("Costs");
  }
}
