package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Cause;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Miscalibration that was there in the reference, and what is worse. */
class ReferenceTopologyTest extends TopologyScenario {
  private static final int WINDOW = 200;
  private static final String[] RELATIVE = {
    "defaults.evidence.relative-to=reference", "defaults.evidence.reference-labels=400"
  };

  /** Windows of 10 minutes with 200 predictions, of which those near 0.8 come true so often. */
  private static void windows(TopologyHarness app, int from, int to, double truth) {
    SplittableRandom random = new SplittableRandom(from + 1);
    for (int i = from * WINDOW; i < to * WINDOW; i++) {
      boolean high = random.nextBoolean();
      double p = high ? 0.75 + 0.1 * random.nextDouble() : 0.2;
      double chance = high ? truth : 0.2;
      app.predict("id-" + i, minute(0).plusSeconds(3L * i), binary(p));
      app.label("id-" + i, minute(0).plusSeconds(3L * i), random.nextDouble() < chance ? 1 : 0);
    }
  }

  private static List<Verdict> judged(TopologyHarness app) {
    app.heartbeat(minute(1000));
    app.settle();
    return app.finalVerdicts();
  }

  @Test
  void whatIsNoWorseThanTheReferenceWakesNobody() {
    TopologyHarness app = start(RELATIVE);

    windows(app, 0, 7, 0.5);
    List<Verdict> verdicts = judged(app);

    assertThat(app.alerts()).isEmpty();
    // Window 0 is for the profile, 1 and 2 are the reference.
    assertThat(verdicts.subList(3, 7))
        .allSatisfy(
            verdict -> {
              assertThat(verdict.getFinding()).isEqualTo(Finding.MISCALIBRATED);
              assertThat(verdict.getCause()).isEqualTo(Cause.NO_WORSE_THAN_REFERENCE);
              assertThat(verdict.getTolerable()).isTrue();
              assertThat(verdict.getSummary())
                  .contains("not measurably worse than in the reference");
            });
    assertThat(verdicts.get(1).getCause()).isEqualTo(Cause.UNKNOWN);
  }

  @Test
  void whatIsWorseThanTheReferenceFires() {
    TopologyHarness app = start(RELATIVE);

    windows(app, 0, 4, 0.75);
    windows(app, 4, 12, 0.45);
    List<Verdict> verdicts = judged(app);

    assertThat(app.alerts()).extracting(Alert::getState).contains(AlertState.FIRING);
    assertThat(app.alerts().get(0).getUpdatedAt()).isAfter(minute(40));
    assertThat(verdicts.get(4).getCause())
        .isIn(Cause.CONCEPT_CHANGE, Cause.SHIFT_AND_MISCALIBRATION, Cause.UNKNOWN);
  }

  @Test
  void theAlertEndsWhereItIsAsInTheReferenceAgain() {
    TopologyHarness app = start(RELATIVE);

    windows(app, 0, 4, 0.7);
    windows(app, 4, 12, 0.3);
    windows(app, 12, 30, 0.7);
    judged(app);

    assertThat(app.alerts())
        .extracting(Alert::getState)
        .startsWith(AlertState.FIRING)
        .endsWith(AlertState.RESOLVED)
        .doesNotContain(AlertState.NO_DATA);
  }

  @Test
  void whatIsBetterThanTheReferenceWakesNobody() {
    TopologyHarness app = start(RELATIVE);

    windows(app, 0, 4, 0.4);
    windows(app, 4, 8, 0.65);
    judged(app);

    assertThat(app.alerts()).isEmpty();
  }

  @Test
  void withoutTheSettingTheCauseSaysSoAndTheAlertFires() {
    TopologyHarness app = start("defaults.evidence.reference-labels=400");

    windows(app, 0, 6, 0.5);
    List<Verdict> verdicts = judged(app);

    assertThat(app.alerts()).extracting(Alert::getState).containsOnly(AlertState.FIRING);
    assertThat(verdicts.get(5).getFinding()).isEqualTo(Finding.MISCALIBRATED);
    assertThat(verdicts.get(5).getCause()).isEqualTo(Cause.NO_WORSE_THAN_REFERENCE);
    assertThat(verdicts.get(5).getTolerable()).isFalse();
  }

  @Test
  void aPinnedWindowIsTheReference() {
    TopologyHarness app =
        start(
            "defaults.evidence.relative-to=reference",
            "defaults.drift.reference=" + minute(20).toString());

    windows(app, 0, 2, 0.8);
    windows(app, 2, 6, 0.5);
    List<Verdict> verdicts = judged(app);

    assertThat(app.alerts()).isEmpty();
    assertThat(verdicts.get(1).getCause()).isNotEqualTo(Cause.NO_WORSE_THAN_REFERENCE);
    assertThat(verdicts.get(4).getCause()).isEqualTo(Cause.NO_WORSE_THAN_REFERENCE);
  }

  /** Such as a new version, or a segment that is new. */
  @Test
  void aSeriesThatBeginsAfterThePinnedWindowIsComparedWithItsFirstWindows() {
    TopologyHarness app =
        start(
            "defaults.evidence.relative-to=reference",
            "defaults.evidence.reference-labels=400",
            "defaults.drift.reference=" + minute(0).toString());

    windows(app, 2, 6, 0.75);
    windows(app, 6, 14, 0.45);
    judged(app);

    assertThat(app.alerts()).extracting(Alert::getState).contains(AlertState.FIRING);
    assertThat(app.alerts().get(0).getUpdatedAt()).isAfter(minute(60));
  }
}
