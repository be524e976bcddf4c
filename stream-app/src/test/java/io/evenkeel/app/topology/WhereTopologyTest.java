package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** That verdicts and alerts say where a model is wrong. */
class WhereTopologyTest extends TopologyScenario {
  private static final Categorical CAT = Categorical.of(0.05, 0.9, 0.05);
  private static final Categorical DOG = Categorical.of(0.2, 0.2, 0.6);

  /** Right of dogs, and of cats with the given chance; 200 in a window. */
  private static void stream(TopologyHarness app, int from, int to, double cats) {
    SplittableRandom random = new SplittableRandom(from + 1);
    for (int i = from; i < to; i++) {
      boolean cat = random.nextBoolean();
      double u = random.nextDouble();
      int target = cat ? (u < cats ? 1 : 0) : u < 0.6 ? 2 : u < 0.8 ? 1 : 0;
      app.predict("id-" + i, minute(0).plusSeconds(3L * i), cat ? CAT : DOG);
      app.label("id-" + i, minute(0).plusSeconds(3L * i), target);
    }
  }

  @Test
  void anAlertNamesTheClassThatIsWrongAndWhere() {
    TopologyHarness app = start("defaults.classes=bird,cat,dog", "defaults.profile.locations=16");

    stream(app, 0, 400, 0.9);
    stream(app, 400, 800, 0.3);
    app.heartbeat(minute(200));
    app.settle();

    List<Verdict> verdicts = app.finalVerdicts();
    Verdict wrong = verdicts.get(verdicts.size() - 1);
    assertThat(wrong.getFinding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(wrong.getSummary())
        .contains("; most where class cat is predicted near 0.9: it comes true less often");
    assertThat(wrong.getWhere().getPlaces().get(0)).isEqualTo("class cat is predicted near 0.9");
    assertThat(wrong.getWhere().getContributions().get(0)).isBetween(-0.35, -0.25);
    assertThat(wrong.getWhere().getStandardErrors()).hasSameSizeAs(wrong.getWhere().getPlaces());
    assertThat(app.alerts())
        .filteredOn(alert -> alert.getState() == AlertState.FIRING)
        .isNotEmpty()
        .allSatisfy(
            alert ->
                assertThat(alert.getDescription())
                    .contains(
                        "It is wrong most where class cat is predicted near 0.9: it comes true less often"));
  }

  @Test
  void aCalibratedWindowHasPlacesButNamesNone() {
    TopologyHarness app = start("defaults.classes=bird,cat,dog", "defaults.profile.locations=16");

    stream(app, 0, 400, 0.9);
    app.heartbeat(minute(200));
    app.settle();

    List<Verdict> verdicts = app.finalVerdicts();
    Verdict right = verdicts.get(verdicts.size() - 1);
    assertThat(right.getFinding()).isEqualTo(Finding.CALIBRATED);
    assertThat(right.getWhere().getPlaces()).isNotEmpty();
    assertThat(right.getSummary()).doesNotContain("most where");
    assertThat(app.alerts()).extracting(Alert::getState).isEmpty();
  }
}
