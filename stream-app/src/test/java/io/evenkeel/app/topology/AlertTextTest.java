package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The whole text of alerts, as it reaches people. */
class AlertTextTest extends TopologyScenario {

  private static String text(TopologyHarness app, AlertState state) {
    Alert first =
        app.alerts().stream().filter(alert -> alert.getState() == state).findFirst().orElseThrow();
    return first.getSummary() + "\n" + first.getDescription();
  }

  /** Two hours of right predictions, then wrong ones until the hour. */
  private TopologyHarness wrongAfterTwoHours(String... settings) {
    TopologyHarness app = start(settings);
    stream(app, 0, 120, 0.9, 0.9);
    stream(app, 120, 240, 0.9, 0.5);
    app.heartbeat(minute(400));
    app.settle();
    return app;
  }

  private static final String FIRED =
      """
      churn: the probabilities do not mean what they say: over-confident: temperature 1.6 \
      (putting it right would save 0.0334 nats per label)
      How bad: temperature 0.954 to 2.97 with 99 % confidence, whenever one looks; \
      most where class 1 is predicted near 0.9: it comes true less often than predicted.
      """;
  private static final String BY_EVIDENCE =
      """
      Since: 2025-03-01T02:10:00Z. \
      Newest window: 2025-03-01T02:20:00Z to 2025-03-01T02:30:00Z, 10 of 10 predictions labelled.
      Evidence: 150 labels, e-value 1400 against all that is tolerable (alert at 100). \
      Tests reject the window at 0.01; p-value 5e-5, corrected for their number (alert after 3 of 4 \
      such windows).
      """;
  private static final String BY_DETECTOR =
      """
      Since: 2025-03-01T02:30:00Z. \
      Newest window: 2025-03-01T02:20:00Z to 2025-03-01T02:30:00Z, 10 of 10 predictions labelled.
      Evidence: 150 labels, the detector of changes stands at 10^5 (alert at 4300, which spends 1.0 \
      of a budget of 1.00 false alarms in 30 days).
      """;
  private static final String WHAT_TO_DO =
      "What to do: take back what changed in model, inputs or labelling at that time, or"
          + " recalibrate";

  @Test
  void firingByEvidenceWhichTheReadmeShows() throws IOException {
    String text = text(wrongAfterTwoHours(), AlertState.FIRING);

    assertThat(text).isEqualTo(FIRED + BY_EVIDENCE + WHAT_TO_DO + ".");
    String readme = Files.readString(Path.of("../README.md")).replaceAll("\\s+", " ");
    assertThat(readme).contains("FIRING " + text.replace('\n', ' '));
  }

  @Test
  void firingWithABudgetAndARunbook() {
    TopologyHarness app =
        wrongAfterTwoHours(
            "budget.false-alarms=1", "defaults.alert.runbook=http://wiki/calibration");

    assertThat(text(app, AlertState.FIRING))
        .isEqualTo(FIRED + BY_DETECTOR + WHAT_TO_DO + "; http://wiki/calibration");
  }

  @Test
  void missingData() {
    TopologyHarness app =
        wrongAfterTwoHours("monitor.idle-timeout=1m", "defaults.alert.no-data-after=2h");
    app.pass(Duration.ofHours(4));
    app.settle();

    assertThat(text(app, AlertState.NO_DATA))
        .isEqualTo(
            """
            churn: no predictions since 2025-03-01T04:00:00Z: whether it is calibrated cannot be said
            Before that it was firing, and is so still.
            Newest window: 2025-03-01T05:50:00Z to 2025-03-01T06:00:00Z, no predictions.
            What to do: find out why predictions stopped; it ends by itself when they come.""");
  }

  @Test
  void resolved() {
    TopologyHarness app = wrongAfterTwoHours();
    stream(app, 400, 500, 0.9, 0.9);
    app.heartbeat(minute(600));
    app.settle();

    assertThat(text(app, AlertState.RESOLVED))
        .isEqualTo(
            """
            churn: calibrated again
            It began 2025-03-01T02:10:00Z.
            Newest window: 2025-03-01T07:00:00Z to 2025-03-01T07:10:00Z, 10 of 10 predictions \
            labelled.
            Evidence: 30 labels, e-value 1 against all that is tolerable (alert at 100).""");
  }
}
