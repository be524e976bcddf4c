package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Cause;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Drift without labels, what it has to do with calibration, and labels that mislead. */
class DriftTopologyTest extends TopologyScenario {
  private static final int PER_WINDOW = 200;
  private static final String[] SETTINGS = {
    "defaults.profile.sample=200", "defaults.profile.locations=16", "defaults.labels.min=30"
  };

  /** What the model predicts, what is true, and which labels come. */
  private record World(
      double least, double most, DoubleUnaryOperator truth, DoublePredicate labelled) {
    static final World USUAL = new World(0.1, 0.6, p -> p, p -> true);

    World predicting(double least, double most) {
      return new World(least, most, truth, labelled);
    }

    World where(DoubleUnaryOperator truth) {
      return new World(least, most, truth, labelled);
    }

    World labelling(DoublePredicate labelled) {
      return new World(least, most, truth, labelled);
    }
  }

  /**
   * The verdicts on windows of ten minutes, a world each, the first of which teaches the profile.
   */
  private static List<Verdict> live(TopologyHarness app, World... worlds) {
    SplittableRandom random = new SplittableRandom(1);
    for (int window = 0; window < worlds.length; window++) {
      World world = worlds[window];
      for (int i = 0; i < PER_WINDOW; i++) {
        String id = window + "-" + i;
        double p = random.nextDouble(world.least, world.most);
        boolean target = random.nextDouble() < world.truth.applyAsDouble(p);
        app.predict(id, minute(10L * window).plus(Duration.ofSeconds(3L * i)), binary(p));
        if (world.labelled.test(p)) {
          app.label(id, minute(10L * window + 10), target ? 1 : 0);
        }
      }
      app.settle();
    }
    app.heartbeat(minute(10L * worlds.length + 60));
    app.settle();
    return app.finalVerdicts();
  }

  @Test
  void seesNothingWhereNothingChanged() {
    Verdict verdict = live(start(SETTINGS), World.USUAL, World.USUAL).get(1);

    assertThat(verdict.getCause()).isEqualTo(Cause.NONE);
    assertThat(verdict.getDrift().getPredictionsPValue()).isGreaterThan(0.005);
    assertThat(verdict.getEvidence().getDetectableGain())
        .isEqualTo(
            CalibrationMonitor.detectableGain(
                (double) verdict.getLabelled(), verdict.getEvidence().getLogThreshold()));
  }

  /** Tests whose locations are elsewhere reject nothing: that must not read as a good sign. */
  @Test
  void saysThatTheTestsSeeLittleAfterAProfileOfAQuietNight() {
    List<Verdict> verdicts =
        live(
            start(SETTINGS),
            World.USUAL.predicting(0.001, 0.01),
            World.USUAL.where(p -> 0.8 * p),
            World.USUAL.predicting(0.001, 0.01));

    assertThat(verdicts.get(1).getSummary())
        .contains(
            "; few predictions are like those that the profile was learned from, so a CME test of"
                + " 128 of them has locations of their own, and the other tests of this window see"
                + " little");
    assertThat(verdicts.get(2).getSummary()).doesNotContain("few predictions");
  }

  /** By locations that are learned from the window's own predictions, whatever the labels say. */
  @Test
  void testsAWindowAfterAProfileOfAQuietNight() {
    List<Verdict> verdicts =
        live(
            start(SETTINGS),
            World.USUAL.predicting(0.001, 0.01),
            World.USUAL,
            World.USUAL.where(p -> p + 0.35));

    Verdict right = verdicts.get(1);
    Verdict wrong = verdicts.get(2);
    assertThat(right.getFinding()).isEqualTo(Finding.CALIBRATED);
    assertThat(right.getTests().getCmePValue()).isGreaterThan(0.01);
    assertThat(wrong.getTests().getCmePValue()).isLessThan(1e-6);
    assertThat(wrong.getWhere().getPlaces().get(0)).matches("class 1 is predicted near 0\\.[1-6]");
    assertThat(wrong.getProfile()).isEqualTo(1);
  }

  /** Half of the predictions are as they were: enough for the tests. */
  @Test
  void doesNotSayItOfADailyCycle() {
    List<Verdict> verdicts = live(start(SETTINGS), World.USUAL, World.USUAL.predicting(0.35, 0.85));

    assertThat(verdicts.get(1).getCause()).isEqualTo(Cause.COVARIATE_SHIFT);
    assertThat(verdicts.get(1).getSummary()).doesNotContain("few predictions");
  }

  @Test
  void callsAShiftWithCalibrationIntactInformation() {
    TopologyHarness app = start(SETTINGS);
    Verdict verdict = live(app, World.USUAL, World.USUAL.predicting(0.5, 0.95)).get(1);

    assertThat(verdict.getCause()).isEqualTo(Cause.COVARIATE_SHIFT);
    assertThat(verdict.getFinding()).isEqualTo(Finding.CALIBRATED);
    assertThat(verdict.getDrift().getPredictionsDistance()).isGreaterThan(1);
    assertThat(verdict.getSummary()).contains("shifted from the reference");
    assertThat(app.alerts()).isEmpty();
  }

  @Test
  void tellsAConceptChangeFromAShiftThatBreaksCalibration() {
    World wrong = World.USUAL.where(p -> Math.min(1, p + 0.35));
    List<Verdict> verdicts = live(start(SETTINGS), World.USUAL, wrong, wrong.predicting(0.02, 0.2));

    assertThat(verdicts)
        .extracting(Verdict::getCause)
        .containsExactly(Cause.UNKNOWN, Cause.CONCEPT_CHANGE, Cause.SHIFT_AND_MISCALIBRATION);
  }

  @Test
  void seesDriftWithoutAnyLabel() {
    World silent = World.USUAL.labelling(p -> false);
    List<Verdict> verdicts = live(start(SETTINGS), silent, silent, silent.predicting(0.5, 0.95));

    assertThat(verdicts.get(1).getDrift().getPredictionsPValue()).isGreaterThan(0.005);
    assertThat(verdicts.get(2).getDrift().getPredictionsPValue()).isLessThan(1e-6);
    assertThat(verdicts.get(2).getFinding()).isEqualTo(Finding.NO_DATA);
    assertThat(verdicts.get(2).getPredictionsShifted()).isTrue();
    assertThat(verdicts.get(2).getCause()).isEqualTo(Cause.COVARIATE_SHIFT);
    assertThat(verdicts.get(2).getSummary()).contains("No labels", "predictions have shifted");
  }

  @Test
  void seesDriftWithTooFewLabels() {
    World shifted = World.USUAL.predicting(0.5, 0.95).labelling(p -> p > 0.9);
    Verdict verdict = live(start(SETTINGS), World.USUAL, shifted).get(1);

    assertThat(verdict.getFinding()).isEqualTo(Finding.UNDERPOWERED);
    assertThat(verdict.getPredictionsShifted()).isTrue();
    assertThat(verdict.getCause()).isEqualTo(Cause.COVARIATE_SHIFT);
  }

  @Test
  void saysThatLabelsAreNotRepresentative() {
    World early = World.USUAL.labelling(p -> p > 0.3);
    Verdict verdict = live(start(SETTINGS), World.USUAL, early).get(1);

    assertThat(verdict.getCause()).isEqualTo(Cause.LABELS_NOT_REPRESENTATIVE);
    assertThat(verdict.getDrift().getSelectionPValue()).isLessThan(1e-6);
    assertThat(verdict.getSelected()).isTrue();
    assertThat(verdict.getSummary()).contains("labels are not representative");
  }

  @Test
  void saysThatLabelsAreRepresentative() {
    SplittableRandom coin = new SplittableRandom(3);
    World some = World.USUAL.labelling(p -> coin.nextBoolean());
    Verdict verdict = live(start(SETTINGS), World.USUAL, some).get(1);

    assertThat(verdict.getDrift().getSelectionPValue()).isGreaterThan(0.005);
    assertThat(verdict.getCause()).as(verdict.toString()).isEqualTo(Cause.NONE);
  }

  @Test
  void holdsTheAlertOfLabelsThatAreNotRepresentativeWhereToldTo() {
    World wrong = World.USUAL.where(p -> 1 - p).labelling(p -> p > 0.4 || p < 0.12);
    TopologyHarness marked = start(SETTINGS);
    live(marked, World.USUAL, wrong, wrong);
    assertThat(marked.alerts())
        .extracting(Alert::getRule)
        .containsOnlyOnce("miscalibration")
        .contains("selection");
    assertThat(marked.alerts()).extracting(Alert::getDescription).asString().contains("not rep");
    marked.close();

    TopologyHarness held =
        start(
            SETTINGS[0],
            SETTINGS[1],
            SETTINGS[2],
            "defaults.labels.unrepresentative=hold",
            "application-id=held");
    live(held, World.USUAL, wrong, wrong);
    assertThat(held.alerts()).extracting(Alert::getRule).doesNotContain("miscalibration");
  }

  @Test
  void comparesWithTheWindowsBeforeWhereToldTo() {
    World other = World.USUAL.predicting(0.5, 0.95);
    TopologyHarness app =
        start(
            SETTINGS[0],
            SETTINGS[1],
            SETTINGS[2],
            "defaults.drift.reference=previous",
            "defaults.drift.previous-windows=1");
    List<Verdict> verdicts = live(app, World.USUAL, World.USUAL, World.USUAL, other, other);

    assertThat(verdicts)
        .extracting(Verdict::getCause)
        .containsExactly(
            Cause.UNKNOWN, Cause.UNKNOWN, Cause.NONE, Cause.COVARIATE_SHIFT, Cause.NONE);
  }

  @Test
  void comparesWithAPinnedWindowWhereToldTo() {
    World other = World.USUAL.predicting(0.5, 0.95);
    TopologyHarness app =
        start(SETTINGS[0], SETTINGS[1], SETTINGS[2], "defaults.drift.reference=" + minute(20));
    List<Verdict> verdicts = live(app, World.USUAL, World.USUAL, other, other, World.USUAL);

    assertThat(verdicts)
        .extracting(Verdict::getCause)
        .containsExactly(
            Cause.UNKNOWN, Cause.UNKNOWN, Cause.UNKNOWN, Cause.NONE, Cause.COVARIATE_SHIFT);
  }
}
