package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.internal.EventCounts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who sends events that cannot be used hears of it. */
class DeadLetterAlertTopologyTest extends TopologyScenario {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private int sent;

  /** Predictions over two classes, and others over numbers, which the model does not have. */
  private void send(TopologyHarness app, int good, int bad) {
    for (int i = 0; i < good + bad; i++, sent++) {
      app.predict("id-" + sent, minute(sent / 1000), i < good ? binary(0.5) : Normal.of(0, 1));
    }
    tell(app, 2);
  }

  /** What is counted in one minute is looked at in the next. */
  private static void tell(TopologyHarness app, int minutes) {
    for (int i = 0; i < minutes; i++) {
      app.pass(MINUTE);
    }
  }

  private static List<Alert> told(TopologyHarness app) {
    return app.alerts().stream()
        .filter(alert -> alert.getRule().equals("dead-letters") && !alert.getRepeated())
        .toList();
  }

  @Test
  void anAlertSaysHowManyEventsCannotBeUsedAndWhy() {
    TopologyHarness app = start();
    send(app, 100, 20);
    app.label("id-0", minute(1), 7);
    send(app, 0, 0);

    assertThat(told(app)).hasSize(1);
    Alert alert = told(app).get(0);
    assertThat(alert.getModel()).isEqualTo(MODEL);
    assertThat(alert.getState()).isEqualTo(AlertState.FIRING);
    assertThat(alert.getSeverity()).isEqualTo(Severity.WARNING);
    assertThat(alert.getCases()).isEqualTo(20);
    assertThat(alert.getSummary())
        .isEqualTo(
            "churn: events cannot be used: in the last hour 20 dead letters,"
                + " 100 predictions taken in");
    assertThat(alert.getDescription())
        .startsWith("Reasons: wrong_space 20.\nDo: mend the producer")
        .contains("evenkeel.dead-letters");
  }

  /** Nobody would see such a model otherwise: it has no series. */
  @Test
  void aModelOfWhichNothingCanBeUsedIsHeardOf() {
    TopologyHarness app = start("limits.classes=2");
    for (int i = 0; i < 10; i++) {
      app.predict("id-" + i, minute(0), Categorical.of(0.2, 0.3, 0.5));
    }
    send(app, 0, 0);

    assertThat(told(app)).hasSize(1);
    assertThat(told(app).get(0).getDescription()).startsWith("Reasons: over_limit 10.");
  }

  /** Whoever makes up names hides no model of the settings, and none that has had a prediction. */
  @Test
  void modelsThatAreKnownAreHeardOfAmongManyInventedOnes() {
    TopologyHarness app =
        start("limits.models=3", "limits.classes=2", "models.listed.labels.min=1");
    app.predict("good", minute(0), binary(0.5));
    for (String model : List.of("m0", "m1", "m2", "m3", "listed", MODEL)) {
      for (int i = 0; i < 10; i++) {
        Categorical three = Categorical.of(0.2, 0.3, 0.5);
        long at = minute(0).toEpochMilli();
        app.predict(new PredictionEvent(model + i, model, "", at, Map.of(), Map.of(), three));
      }
    }
    tell(app, 2);

    assertThat(told(app))
        .extracting(Alert::getModel)
        .containsExactlyInAnyOrder("m0", "m1", "m2", "listed", MODEL);
  }

  @Test
  void fewAreNoAlert() {
    TopologyHarness app = start();
    send(app, 50, 9);
    assertThat(told(app)).isEmpty();
    send(app, 200, 3);

    assertThat(told(app)).isEmpty();
    assertThat(app.deadLetters()).hasSize(12);
  }

  @Test
  void labelsCountToo() {
    TopologyHarness app = start();
    send(app, 100, 0);
    for (int i = 0; i < 12; i++) {
      app.label("id-" + i, minute(1), 2);
    }
    send(app, 0, 0);

    assertThat(told(app).get(0).getDescription()).startsWith("Reasons: unknown_class 12.");
  }

  @Test
  void itEndsWhenEventsCanBeUsedAgain() {
    TopologyHarness app = start();
    send(app, 100, 20);
    send(app, 280, 0);
    assertThat(told(app)).hasSize(1);
    send(app, 500, 0);

    assertThat(told(app))
        .extracting(Alert::getChange)
        .containsExactly(AlertChange.BEGAN, AlertChange.ENDED);
    assertThat(told(app).get(1).getSummary())
        .isEqualTo(
            "churn: dead letters are few again: in the last hour 20 dead letters,"
                + " 880 predictions taken in");
    assertThat(told(app).get(1).getState()).isEqualTo(AlertState.RESOLVED);
  }

  @Test
  void itEndsAnHourAfterTheLastEvent() {
    TopologyHarness app = start();
    send(app, 100, 20);
    tell(app, 50);
    assertThat(told(app)).hasSize(1);
    tell(app, 20);

    assertThat(told(app)).hasSize(2);
    assertThat(told(app).get(1).getSummary()).endsWith("0 predictions taken in");
  }

  /** What is one in ten of a partition may be one in a hundred of all. */
  @Test
  void allPartitionsCount() {
    TopologyHarness app = start();
    app.events(1, new EventCounts(0L, 1000L, Map.of(), 0L));
    send(app, 100, 20);
    assertThat(told(app)).isEmpty();
    app.events(1, new EventCounts(0L, 1000L, Map.of("late_label", 50L), 0L));
    send(app, 0, 0);

    assertThat(told(app).get(0).getDescription())
        .startsWith("Reasons: late_label 50, wrong_space 20.");
  }

  /** Nothing can be seen in an event that came too late: check would say that all is well. */
  @Test
  void eventsThatCameTooLateHaveARemedyOfTheirOwn() {
    TopologyHarness app = start();
    send(app, 100, 0);
    app.events(1, new EventCounts(0L, 1000L, Map.of("late_prediction", 150L), 0L));
    send(app, 0, 0);

    assertThat(told(app).get(0).getDescription())
        .startsWith("Reasons: late_prediction 150.\nDo: send late events sooner")
        .doesNotContain("check");
  }

  @Test
  void aSettingSaysFromWhichShareAndHowLoud() {
    TopologyHarness quiet = start("defaults.alert.dead-letters=inform");
    send(quiet, 100, 20);
    assertThat(told(quiet).get(0).getSeverity()).isEqualTo(Severity.INFO);
    close();
    TopologyHarness off = start("defaults.alert.dead-letters=off");
    send(off, 100, 20);
    assertThat(told(off)).isEmpty();
    close();
    TopologyHarness tolerant = start("defaults.alert.dead-letters-from=0.2");
    send(tolerant, 100, 20);
    assertThat(told(tolerant)).isEmpty();
  }

  /** Whatever a producer writes as its model's name. */
  @Test
  void aRecordThatIsNoEventIsOfNoModel() {
    TopologyHarness app = start();
    for (int i = 0; i < 30; i++) {
      app.rawPrediction("id", "rubbish".getBytes(StandardCharsets.UTF_8));
    }
    send(app, 10, 0);

    assertThat(told(app)).isEmpty();
    assertThat(app.deadLetters()).hasSize(30);
  }
}
