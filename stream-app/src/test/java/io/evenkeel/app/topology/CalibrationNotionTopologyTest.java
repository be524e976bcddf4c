package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.Reason;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What of a prediction is to be calibrated. */
class CalibrationNotionTopologyTest extends TopologyScenario {
  private static final int MINUTES = 120;
  private static final int ROWS_A_MINUTE = 10;

  /**
   * Of a model that predicts three classes, of which class 0 is the most probable one.
   *
   * @param shift by which class 0 is more probable than the model says
   * @param swapped whether the other two classes come as often as the model says of each other
   */
  private TopologyHarness app(double shift, boolean swapped, String... settings) {
    TopologyHarness app = start(settings);
    SplittableRandom random = new SplittableRandom(16);
    for (int i = 0; i < MINUTES * ROWS_A_MINUTE; i++) {
      int minute = i / ROWS_A_MINUTE;
      double top = 0.5 + 0.3 * random.nextDouble();
      double rare = (1 - top) / 10;
      double u = random.nextDouble();
      // The fault begins when there is a profile.
      boolean wrong = minute >= 20;
      int rest = random.nextDouble() < 0.1 ? 1 : 2;
      int target = u < top + (wrong ? shift : 0) ? 0 : (wrong && swapped) ? 3 - rest : rest;
      app.predict("id-" + i, minute(minute), Categorical.of(top, rare, 1 - top - rare));
      app.label("id-" + i, minute(minute + 1), target);
    }
    app.settle();
    app.heartbeat(minute(400));
    app.settle();
    return app;
  }

  @Test
  void theTopLabelMayBeCalibratedWhereTheOthersAreNot() {
    assertThat(miscalibration(app(0, true))).isPresent();
    close();
    TopologyHarness app = app(0, true, "defaults.calibration=top-label");

    assertThat(miscalibration(app)).isEmpty();
    List<Verdict> verdicts = app.finalVerdicts();
    assertThat(verdicts).hasSizeGreaterThan(5);
    Verdict last = verdicts.get(verdicts.size() - 1);
    assertThat(last.getFinding()).isEqualTo(Finding.CALIBRATED);
    assertThat(last.getLabelled()).isEqualTo(100);
    assertThat(last.getSummary()).endsWith("; only the probability of the top label is judged");
    assertThat(last.getDiagrams().getEventCounts()).hasSize(27);
  }

  @Test
  void anAlertSaysWhatItIsOf() {
    Alert ofTop = miscalibration(app(-0.3, false, "defaults.calibration=top-label")).orElseThrow();
    close();
    Alert ofClass = miscalibration(app(0, true, "defaults.calibration=class:1")).orElseThrow();

    assertThat(ofTop.getDescription())
        .contains("Note: only the probability of the top label is judged.");
    assertThat(ofClass.getDescription())
        .contains("Note: only the probability of class 1 is judged.");
    assertThat(ofTop.getDescription()).contains("Size: log-odds of the top label = ");
    assertThat(ofTop.getEffectParameter()).isEqualTo("log-odds of the top label");
  }

  @Test
  void aClassMayBeCalibratedWhereTheOthersAreNot() {
    assertThat(miscalibration(app(0, true, "defaults.calibration=class:0"))).isEmpty();
  }

  @Test
  void aLabelIsStillOneOfTheModelsClasses() {
    TopologyHarness app = start("defaults.calibration=top-label");
    app.predict("a", minute(0), Categorical.of(0.1, 0.2, 0.7));
    app.label("a", minute(1), 3);
    app.settle();

    assertThat(reason(app)).isEqualTo(Reason.UNKNOWN_CLASS.code());
  }

  @Test
  void thePredictionsAreOverTheClassesThatTheSettingsName() {
    TopologyHarness app = start("models.churn.classes=a,b,c");
    app.predict("a", minute(0), Categorical.of(0.4, 0.6));
    app.predict("b", minute(0), Categorical.of(0.1, 0.2, 0.7));
    app.settle();

    assertThat(reason(app)).isEqualTo(Reason.WRONG_SPACE.code());
    assertThat(app.deadLetters()).isEmpty(); // None but the first.
  }

  @Test
  void aPredictionWithoutTheEventIsADeadLetter() {
    TopologyHarness app = start("defaults.calibration=above:3");
    app.predict("a", minute(0), Categorical.of(0.1, 0.2, 0.7));
    app.settle();

    assertThat(reason(app)).isEqualTo(Reason.WRONG_SPACE.code());
  }

  private static String reason(TopologyHarness app) {
    return new String(
        app.deadLetters().get(0).headers().lastHeader(DeadLetters.REASON).value(),
        StandardCharsets.UTF_8);
  }
}
