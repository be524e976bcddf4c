package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
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

  @Test
  void firingAsTheReadmeShows() throws IOException {
    TopologyHarness app =
        wrongAfterTwoHours(
            "budget.false-alarms=1",
            "defaults.alert.runbook=http://wiki/calibration",
            "http.public-url=http://monitor");

    String text = text(app, AlertState.FIRING);
    assertThat(text)
        .isEqualTo(
            """
            churn: over-confident: temperature 2.67 or beyond, since 2025-03-01 01:00 to 02:20 UTC
            Says 90 %, is right 43 %. Size: temperature = 2.67 or more (at least 1.67), from 30 \
            cases since the change; recalibration would save 0.42 nats per label, at least 0.055.
            Newest window: 2025-03-01 02:20 to 02:30 UTC, 10 of 10 predictions labelled. It is \
            wrong most where class 1 is predicted near 0.9: it comes true less often than predicted.
            Do: undo what changed in model, inputs or labels at that time, or recalibrate. \
            Runbook: http://wiki/calibration
            Evidence: 10^5; the rule fires at 9700, with at most \
            0.44 false alarms in 30 days for this series and rule. Silence: evenkeel silence add \
            ea3de5b6 --for 4h. Map: evenkeel alerts --map ea3de5b6. Proof: evenkeel explain ea3de5b6. Details: http://monitor/#/series/churn%7C%7C""");
    String readme = Files.readString(Path.of("../README.md")).replaceAll("\\s+", " ");
    assertThat(readme).contains("FIRING " + text.replace('\n', ' '));
  }

  /** A fault that is open when predictions stop. */
  private TopologyHarness missing(String... settings) {
    TopologyHarness app =
        wrongAfterTwoHours(
            Stream.concat(
                    Stream.of("monitor.idle-timeout=1m", "defaults.alert.no-data-after=2h"),
                    Stream.of(settings))
                .toArray(String[]::new));
    app.pass(Duration.ofHours(4));
    app.settle();
    return app;
  }

  @Test
  void missingDataEndNoProblemThatWasFoundBefore() {
    assertThat(text(missing(), AlertState.NO_DATA))
        .isEqualTo(
            """
            churn: no predictions since 2025-03-01 04:00 UTC, so its calibration is unknown; \
            found before: over-confident: temperature 2.67 or beyond, since 2025-03-01 01:00 to \
            02:20 UTC
            Says 90 %, is right 49 %. Size: temperature = 2.67 or more (at least 2.20), from 120 \
            cases since the change; recalibration would save 0.41 nats per label, at least 0.18.
            Newest window: 2025-03-01 05:50 to 06:00 UTC, no predictions.
            Do: find out why predictions stopped; when they come, they show whether the problem \
            is still there.
            Evidence: 4300; the rule fires at 1000, with at most \
            44 false alarms in 30 days for this series and rule. Silence: evenkeel silence add \
            ea3de5b6 --for 4h. Proof: evenkeel explain ea3de5b6.""");
  }

  /** Nobody was paged for it, so missing data do not page for it either. */
  @Test
  void aProblemThatIsHeldWhenDataStopIsNotToldAsOneThatFired() {
    TopologyHarness app = missing("defaults.alert.hold=6h");

    Alert alert =
        app.alerts().stream()
            .filter(one -> one.getState() == AlertState.NO_DATA)
            .findFirst()
            .orElseThrow();
    assertThat(alert.getSeverity()).isEqualTo(Severity.WARNING);
    assertThat(alert.getStartsEarliest()).isNull();
    assertThat(alert.getSummary()).contains("; found before: over-confident");
  }

  @Test
  void dataThatComeAgainSayWhichProblemIsStillThereOnce() {
    TopologyHarness app = missing("defaults.alert.resend-interval=1m");
    stream(app, 500, 620, 0.9, 0.5);
    app.heartbeat(minute(640));
    app.settle();
    stream(app, 640, 700, 0.9, 0.5);
    app.heartbeat(minute(800));
    app.settle();
    app.pass(Duration.ofMinutes(2));

    List<Alert> told =
        app.alerts().stream().filter(alert -> alert.getChange() == AlertChange.DATA_BACK).toList();
    String found = "over-confident: temperature 2.67 or beyond, since 2025-03-01 0";
    assertThat(told)
        .filteredOn(alert -> !alert.getRepeated())
        .singleElement()
        .satisfies(
            alert -> {
              assertThat(alert.getSummary())
                  .startsWith(
                      "churn: data are coming again, and do not show yet that the problem is over: "
                          + found);
              assertThat(alert.getDescription()).startsWith("Size: temperature = 2.67 or more");
            });
    assertThat(told)
        .filteredOn(Alert::getRepeated)
        .isNotEmpty()
        .allSatisfy(alert -> assertThat(alert.getSummary()).startsWith("churn: " + found));
  }

  @Test
  void aProblemThatComesWithTheDataIsNotOneThatWasThere() {
    TopologyHarness app =
        start(
            "monitor.idle-timeout=1m",
            "defaults.alert.no-data-after=3h",
            "defaults.window.size=60m",
            "defaults.window.advance=60m");
    stream(app, 0, 300, 0.9, 0.9);
    app.heartbeat(minute(400));
    app.settle();
    app.pass(Duration.ofHours(4));
    app.settle();
    stream(app, 900, 960, 0.9, 0.5);
    app.heartbeat(minute(1200));
    app.settle();

    assertThat(app.alerts())
        .extracting(Alert::getState)
        .startsWith(AlertState.NO_DATA, AlertState.FIRING);
    Alert back = app.alerts().get(1);
    assertThat(back.getSummary())
        .startsWith("churn: data are coming again, and they show a problem: over-confident");
    assertThat(back.getRaisedAt()).isEqualTo(app.alerts().get(0).getRaisedAt());
  }

  @Test
  void resolved() {
    TopologyHarness app = wrongAfterTwoHours();
    stream(app, 400, 1000, 0.9, 0.9);
    app.heartbeat(minute(1100));
    app.settle();

    assertThat(text(app, AlertState.RESOLVED))
        .isEqualTo(
            """
            churn: the reported miscalibration is over, as the labels since then show
            It lasted since 2025-03-01 02:00 UTC.
            Newest window: 2025-03-01 15:20 to 15:30 UTC, 10 of 10 predictions labelled.""");
  }
}
