package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One false-alarm budget for all series together. */
class BudgetTopologyTest extends TopologyScenario {
  private static final String BUDGET = "budget.false-alarms=1";

  /** The share of miscalibration among the rules that go by evidence. */
  private static final double SHARE = 4 / 9.0;

  /** Predictions of p in two countries, true half of the time. */
  private static void twoCountries(TopologyHarness app, int from, int to, double p) {
    for (int i = from; i < to; i++) {
      String country = i % 2 == 0 ? "DE" : "FR";
      app.predict(
          new PredictionEvent(
              "id-" + i,
              MODEL,
              "",
              minute(i).toEpochMilli(),
              Map.of("country", country),
              Map.of(),
              binary(p)));
      app.label("id-" + i, minute(i + 1), i / 2 % 2);
    }
  }

  private static List<Alert> firing(TopologyHarness app) {
    return app.alerts().stream().filter(alert -> alert.getState() == AlertState.FIRING).toList();
  }

  @Test
  void givesTheWholeBudgetToTheOnlySeries() {
    TopologyHarness app = start(BUDGET);
    stream(app, 0, 200, 0.9, 0.5);
    app.heartbeat(minute(400));
    app.settle();

    Alert alert = firing(app).get(0);
    assertThat(alert.getFalseAlarms()).isEqualTo(SHARE);
    assertThat(alert.getFalseAlarmsPeriod()).isEqualTo(30L * 24 * 3600 * 1000);
    assertThat(alert.getDescription()).contains("at most 0.44 false alarms in 30 days");
    // The panes of ten minutes for each false alarm.
    assertThat(alert.getLogThreshold()).isCloseTo(Math.log(30 * 24 * 6 / SHARE), within(1e-12));
    assertThat(alert.getLogEvidence()).isPositive();
  }

  /** Later series make its threshold higher, but that is not what it fired at. */
  @Test
  void saysOfAnAlertThatIsSentAgainWhatFiredIt() {
    TopologyHarness app =
        start(BUDGET, "defaults.segments=country", "defaults.alert.resend-interval=1m");
    stream(app, 0, 100, 0.9, 0.5);
    app.heartbeat(minute(200));
    app.settle();
    Alert first = firing(app).get(0);
    twoCountries(app, 200, 300, 0.9);
    app.heartbeat(minute(400));
    app.settle();
    app.pass(Duration.ofMinutes(1));

    Alert again =
        firing(app).stream()
            .filter(alert -> alert.getFingerprint().equals(first.getFingerprint()))
            .reduce((a, b) -> b)
            .orElseThrow();
    assertThat(again.getRepeated()).isTrue();
    assertThat(again.getCases()).isGreaterThan(first.getCases());
    assertThat(again.getLogThreshold()).isEqualTo(first.getLogThreshold());
    assertThat(again.getFalseAlarms()).isEqualTo(first.getFalseAlarms());
    assertThat(again.getDescription())
        .contains(
            first.getDescription().lines().filter(line -> line.startsWith("Evidence: ")).toList());
    Verdict newest = app.verdicts().get(app.verdicts().size() - 1);
    assertThat(newest.getEvidence().getLogThreshold()).isGreaterThan(first.getLogThreshold());
  }

  @Test
  void sharesTheBudgetAmongTheActiveSeries() {
    TopologyHarness app = start(BUDGET, "defaults.segments=country");
    twoCountries(app, 0, 400, 0.9);
    app.heartbeat(minute(600));
    app.settle();

    assertThat(firing(app)).isNotEmpty();
    assertThat(firing(app))
        .allSatisfy(
            alert -> assertThat(alert.getFalseAlarms()).isCloseTo(SHARE / 3, within(1e-12)));
  }

  @Test
  void sharesItByWeight() {
    TopologyHarness app =
        start(BUDGET, "defaults.segments=country", "models.churn.evidence.weight=3");
    twoCountries(app, 0, 400, 0.9);
    app.predict(
        new PredictionEvent(
            "other", "other", "", minute(0).toEpochMilli(), Map.of(), Map.of(), binary(0.5)));
    app.settle();
    app.heartbeat(minute(600));
    app.settle();

    assertThat(firing(app)).isNotEmpty();
    assertThat(firing(app))
        .allSatisfy(
            alert -> assertThat(alert.getFalseAlarms()).isCloseTo(0.3 * SHARE, within(1e-12)));
  }

  @Test
  void forgetsASeriesThatNobodyPredictsForAndGivesItsShareBack() {
    TopologyHarness app =
        start(
            BUDGET,
            "defaults.forget-after=1h",
            "defaults.alert.no-data-after=10m",
            "defaults.segments=country");
    twoCountries(app, 0, 20, 0.5);
    app.settle();
    assertThat(count(app)).isEqualTo(3);

    stream(app, 20, 300, 0.5, 0.5);
    app.heartbeat(minute(340));
    app.settle();
    app.heartbeat(minute(341));
    app.settle();

    assertThat(count(app)).isEqualTo(1);
  }

  private static int count(TopologyHarness app) {
    int series = 0;
    try (var all = app.driver().getKeyValueStore("active-series").all()) {
      while (all.hasNext()) {
        all.next();
        series++;
      }
    }
    return series;
  }
}
