package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to alerts when verdicts are revised, when nothing comes, and while they fire. */
class AlertTopologyTest extends TopologyScenario {
  /** Windows are final as soon as all labels are in, and may be corrected for long after that. */
  private static final String[] FINAL_EARLY = {
    "defaults.labels.min-coverage=0.9",
    "defaults.labels.wait=1d",
    "defaults.labels.delay=independent"
  };

  /** Ten very confident predictions in ten minutes, all wrong or all right. */
  private static void tenPredictions(TopologyHarness app, int from, int target) {
    for (int i = from; i < from + 10; i++) {
      app.predict("id-" + i, minute(i), binary(0.99));
      app.label("id-" + i, minute(i), target);
    }
  }

  private static void correct(TopologyHarness app, int from, int known, int target) {
    for (int i = from; i < from + 10; i++) {
      app.label("id-" + i, minute(known), 1, target);
    }
  }

  private static TopologyHarness wrongAtFirst(TopologyHarness app) {
    tenPredictions(app, 0, 0);
    tenPredictions(app, 10, 1);
    app.settle();
    return app;
  }

  @Test
  void takesAnAlertBackWhenCorrectedLabelsRefuteIt() {
    TopologyHarness app = wrongAtFirst(start(FINAL_EARLY));
    assertThat(app.alerts()).extracting(Alert::getState).containsExactly(AlertState.FIRING);

    correct(app, 0, 20, 1);
    app.settle();

    Alert back = app.alerts().get(1);
    assertThat(back.getState()).isEqualTo(AlertState.RESOLVED);
    int revision = lastOf(app, 0).getRevision() - 1;
    assertThat(back.getSupersedes()).startsWith("churn||").endsWith("#" + revision);
    assertThat(back.getChange()).isEqualTo(AlertChange.WITHDRAWN);
    assertThat(back.getSummary()).contains("later data contradict it");
    assertThat(back.getDescription()).doesNotContain("It lasted since");
  }

  /** Labels that come later have nothing to do with it: it was never there. */
  @Test
  void takesBackAnAlertThatWasRaisedEarlyAndRefutedInTime() {
    TopologyHarness app = start("defaults.labels.wait=1d", "defaults.labels.delay=independent");
    tenPredictions(app, 0, 0);
    tenPredictions(app, 10, 1);
    app.settle();
    assertThat(app.alerts()).extracting(Alert::getState).containsExactly(AlertState.FIRING);

    correct(app, 0, 20, 1);
    app.heartbeat(minute(2 * 24 * 60));
    app.settle();

    assertThat(app.alerts())
        .extracting(Alert::getChange)
        .containsExactly(AlertChange.BEGAN, AlertChange.WITHDRAWN);
    assertThat(app.alerts().get(1).getSupersedes()).isEqualTo(app.alerts().get(0).getVerdict());
  }

  @Test
  void raisesAnAlertWhenCorrectedLabelsRefuteTheModel() {
    TopologyHarness app = start(FINAL_EARLY);
    tenPredictions(app, 0, 1);
    tenPredictions(app, 10, 1);
    app.settle();
    assertThat(app.alerts()).isEmpty();

    correct(app, 0, 20, 0);
    app.settle();

    assertThat(app.alerts())
        .extracting(Alert::getState, alert -> alert.getSupersedes() != null)
        .containsExactly(tuple(AlertState.FIRING, true));
  }

  @Test
  void showsTheEvidenceOfTheWindowThatFiredWhenItIsRevised() {
    TopologyHarness app = wrongAtFirst(start(FINAL_EARLY));
    double fired = lastOf(app, 0).getEvidence().getLogESeries();

    app.label("id-0", minute(20), 1, 1);
    app.settle();

    assertThat(lastOf(app, 0).getRevision()).isPositive();
    assertThat(lastOf(app, 0).getEvidence().getLogESeries()).isBetween(1.0, fired);
  }

  @Test
  void tellsNothingWhenARevisionChangesNothing() {
    TopologyHarness app = wrongAtFirst(start(FINAL_EARLY));

    app.label("id-0", minute(20), 1, 1);
    app.settle();

    assertThat(app.alerts()).hasSize(1);
  }

  @Test
  void saysThatPredictionsAreMissingAndThatTheyCameBack() {
    TopologyHarness app = start("monitor.idle-timeout=1m", "defaults.alert.no-data-after=2h");
    stream(app, 0, 20, 0.6, 0.6);
    app.settle();
    app.pass(Duration.ofHours(4));
    app.settle();

    assertThat(app.alerts()).extracting(Alert::getState).containsExactly(AlertState.NO_DATA);
    assertThat(app.alerts().get(0).getSummary()).contains("no predictions since");
    assertThat(app.finalVerdicts()).hasSize(3);

    stream(app, 600, 700, 0.6, 0.6);
    app.settle();
    assertThat(app.alerts())
        .extracting(Alert::getState)
        .containsExactly(AlertState.NO_DATA, AlertState.RESOLVED);
  }

  @Test
  void missesNothingOfAVersionThatWasReplacedEvenWhileNothingComes() {
    TopologyHarness app = start("monitor.idle-timeout=1m", "defaults.alert.no-data-after=2h");
    stream(app, 0, 20, 0.6, 0.6);
    for (int i = 20; i < 130; i++) {
      app.predict(
          new PredictionEvent(
              "id-" + i,
              TopologyHarness.MODEL,
              "2",
              minute(i).toEpochMilli(),
              Map.of(),
              Map.of(),
              binary(0.6)));
      app.label("id-" + i, minute(i), i % 5 < 3 ? 1 : 0);
    }
    app.settle();
    app.pass(Duration.ofMinutes(90));
    app.settle();
    assertThat(app.alerts()).isEmpty();

    app.pass(Duration.ofHours(4));
    app.settle();
    assertThat(app.alerts())
        .extracting(Alert::getVersion, Alert::getState)
        .containsExactly(tuple("2", AlertState.NO_DATA));
  }

  @Test
  void saysThatLabelsAreMissing() {
    TopologyHarness app = start("defaults.alert.no-data-after=2h");
    stream(app, 0, 20, 0.6, 0.6);
    for (int i = 20; i < 200; i++) {
      app.predict("id-" + i, minute(i), binary(0.6));
    }
    app.heartbeat(minute(300));
    app.settle();

    assertThat(app.alerts()).extracting(Alert::getState).containsExactly(AlertState.NO_DATA);
    assertThat(app.alerts().get(0).getSummary()).contains("no labels since");
  }

  @Test
  void saysSinceWhenLabelsAreMissingByPanesThatAreShorterThanTheWindow() {
    TopologyHarness app = start("defaults.alert.no-data-after=2h", "defaults.window.size=1h");
    stream(app, 0, 20, 0.6, 0.6);
    for (int i = 20; i < 300; i++) {
      app.predict("id-" + i, minute(i), binary(0.6));
    }
    app.heartbeat(minute(400));
    app.settle();

    Alert missing = app.alerts().get(0);
    assertThat(missing.getState()).isEqualTo(AlertState.NO_DATA);
    assertThat(missing.getSummary()).contains("no labels since 2025-03-01 00:20 UTC");
    assertThat(missing.getUpdatedAt()).isEqualTo(minute(20 + 120));
  }

  @Test
  void sendsAFiringAlertAgainUntilItIsResolved() {
    TopologyHarness app = start("defaults.alert.resend-interval=1m");
    stream(app, 0, 100, 0.9, 0.5);
    app.heartbeat(minute(200));
    app.settle();
    app.pass(Duration.ofMinutes(1));
    app.pass(Duration.ofSeconds(30));
    app.pass(Duration.ofSeconds(30));

    List<Alert> alerts = app.alerts();
    assertThat(alerts)
        .extracting(Alert::getState, Alert::getRepeated)
        .containsExactly(
            tuple(AlertState.FIRING, false),
            tuple(AlertState.FIRING, true),
            tuple(AlertState.FIRING, true));
    assertThat(alerts.get(1).getFingerprint()).isEqualTo(alerts.get(0).getFingerprint());
  }

  @Test
  void saysTheNewestNumbersWhenItSendsAnAlertAgain() {
    TopologyHarness app = start("defaults.alert.resend-interval=1m");
    stream(app, 0, 100, 0.9, 0.5);
    app.heartbeat(minute(200));
    app.settle();
    stream(app, 200, 300, 0.9, 0.5);
    app.heartbeat(minute(400));
    app.settle();
    app.pass(Duration.ofMinutes(1));

    List<Alert> alerts = app.alerts();
    Alert first = alerts.get(0);
    Alert again = alerts.get(alerts.size() - 1);
    assertThat(again.getRepeated()).isTrue();
    assertThat(again.getCases()).isEqualTo(200).isGreaterThan(first.getCases());
    assertThat(again.getDescription())
        .contains("from 200 cases since the change")
        .contains("Newest window: 2025-03-01 04:50 to");
    assertThat(again.getLogEvidence()).isEqualTo(first.getLogEvidence());
    assertThat(again.getChange()).isEqualTo(first.getChange());
    assertThat(again.getUpdatedAt()).isEqualTo(minute(300));
    assertThat(again.getVerdict()).isEqualTo(first.getVerdict());
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "independent"})
  void raisesNoAlertOfRejectedWindowsWhileTheEvidenceExplainsThem(String delay) {
    TopologyHarness app =
        start(
            "defaults.labels.delay=" + delay,
            "defaults.alert.window-tests=inform",
            "defaults.alert.breaches=2",
            "defaults.alert.windows=2",
            "defaults.evidence.alpha=0.01");
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 60 * 20; i++) {
      double p = 0.2 + 0.5 * random.nextDouble();
      app.predict("id-" + i, minute(i / 20), binary(p));
      app.label("id-" + i, minute(i / 20 + 1), random.nextDouble() < p + 0.3 ? 1 : 0);
    }
    app.heartbeat(minute(300));
    app.settle();

    assertThat(app.alerts()).extracting(Alert::getRule).containsOnly("miscalibration");
    assertThat(newest(app).getTests().getSkcePValue()).isNotNull();
  }

  /** Miscalibrated for four windows, and calibrated after that, with fewer cases a minute. */
  private static void recover(TopologyHarness app) {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 600; i++) {
      for (int n = 0; n < (i < 40 ? 20 : 4); n++) {
        String id = "id-" + i + "-" + n;
        double p = 0.1 + 0.3 * random.nextDouble();
        app.predict(id, minute(i), binary(p));
        app.label(id, minute(i + 1), random.nextDouble() < p + (i < 40 ? 0.6 : 0) ? 1 : 0);
      }
      if (i % 10 == 0) {
        app.settle();
      }
    }
    app.heartbeat(minute(700));
    app.settle();
  }

  @Test
  void raisesNoAlertOfTheRejectedWindowsOfAMiscalibrationThatIsOver() {
    TopologyHarness app = start("defaults.alert.window-tests=inform");

    recover(app);

    assertThat(app.alerts())
        .extracting(Alert::getRule, Alert::getChange)
        .startsWith(tuple("miscalibration", AlertChange.BEGAN))
        .endsWith(tuple("miscalibration", AlertChange.ENDED));
    assertThat(app.alerts()).extracting(Alert::getRule).containsOnly("miscalibration");
  }

  private static Silence silence(String model, Instant from, Instant to) {
    return Silence.newBuilder()
        .setSilenceId("holiday")
        .setModel(model)
        .setStartsAt(from)
        .setEndsAt(to)
        .build();
  }

  @Test
  void marksAnAlertThatIsSilencedAndTellsItWhenTheSilenceEnds() {
    TopologyHarness app = start("defaults.alert.resend-interval=1m");
    Instant now = TopologyHarness.STARTED;
    app.silence("holiday", silence("churn", now, now.plus(Duration.ofHours(1))));
    app.silence("other", silence("fraud", now, now.plus(Duration.ofDays(9))));
    stream(app, 0, 100, 0.9, 0.5);
    app.heartbeat(minute(200));
    app.settle();
    app.pass(Duration.ofMinutes(10));
    assertThat(app.alerts()).extracting(Alert::getSilencedBy).containsExactly("holiday");
    assertThat(
            app.measured().value(Instrument.ALERTS_FIRING, "churn", "miscalibration", "critical"))
        .isZero();

    app.pass(Duration.ofHours(1));

    assertThat(app.alerts())
        .extracting(Alert::getSilencedBy, Alert::getRepeated)
        .startsWith(tuple("holiday", false), tuple(null, false));
    assertThat(
            app.measured().value(Instrument.ALERTS_FIRING, "churn", "miscalibration", "critical"))
        .isEqualTo(1);
  }

  @Test
  void countsAProblemWhoseDataStoppedAsOneThatFires() {
    TopologyHarness app = start("monitor.idle-timeout=1m", "defaults.alert.no-data-after=2h");
    stream(app, 0, 100, 0.9, 0.5);
    app.heartbeat(minute(200));
    app.settle();
    app.pass(Duration.ofHours(4));
    app.settle();

    assertThat(app.alerts()).extracting(Alert::getState).endsWith(AlertState.NO_DATA);
    assertThat(
            app.measured().value(Instrument.ALERTS_FIRING, "churn", "miscalibration", "critical"))
        .isEqualTo(1);
  }

  @Test
  void silencesMissingDataThatWereToldBefore() {
    TopologyHarness app = start("monitor.idle-timeout=1m", "defaults.alert.no-data-after=2h");
    stream(app, 0, 20, 0.6, 0.6);
    app.settle();
    app.pass(Duration.ofHours(4));
    app.settle();

    Instant now = TopologyHarness.STARTED;
    app.silence("retired", silence("churn", now, now.plus(Duration.ofDays(9))));
    app.settle();

    assertThat(app.alerts())
        .extracting(Alert::getState, Alert::getSilencedBy)
        .containsExactly(tuple(AlertState.NO_DATA, null), tuple(AlertState.NO_DATA, "retired"));
  }

  @Test
  void endsASilenceThatIsTakenBack() {
    TopologyHarness app = start();
    Instant now = TopologyHarness.STARTED;
    app.silence("holiday", silence("churn", now, now.plus(Duration.ofDays(9))));
    stream(app, 0, 100, 0.9, 0.5);
    app.heartbeat(minute(200));
    app.settle();

    app.silence("holiday", null);
    app.settle();

    assertThat(app.alerts()).extracting(Alert::getSilencedBy).containsExactly("holiday", null);
  }

  @Test
  void takesWhatIsNoSilenceForTheEndOfOne() {
    TopologyHarness app = start();
    Instant now = TopologyHarness.STARTED;
    app.silence("holiday", silence("churn", now, now.plus(Duration.ofDays(9))));
    stream(app, 0, 100, 0.9, 0.5);
    app.heartbeat(minute(200));
    app.settle();

    app.rawSilence("holiday", new byte[] {1, 2, 3});
    app.settle();

    assertThat(app.alerts()).extracting(Alert::getSilencedBy).containsExactly("holiday", null);
  }

  private static Verdict lastOf(TopologyHarness app, int startMinute) {
    List<Verdict> of =
        app.verdicts().stream()
            .filter(verdict -> verdict.getWindowStart().equals(minute(startMinute)))
            .toList();
    return of.get(of.size() - 1);
  }
}
