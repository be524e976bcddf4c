package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.app.TestStores;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A series that cannot be judged is set aside alone. */
class FailedSeriesTopologyTest extends TopologyScenario {
  private static final String GOOD = "good";
  private static final String BAD = "bad";
  private static final SeriesKey BAD_SERIES = SeriesKey.whole(BAD, "");

  private static void observe(
      TopologyHarness app, String model, int i, PredictiveDistribution prediction, RawTarget y) {
    String id = model + "-" + i;
    long at = minute(i).toEpochMilli();
    app.predict(new PredictionEvent(id, model, "", at, Map.of(), Map.of(), prediction));
    app.label(new LabelEvent(id, at + 60_000, 0, y));
  }

  private static void observe(TopologyHarness app, String model, int from, int to) {
    for (int i = from; i < to; i++) {
      observe(app, model, i, binary(0.5), new RawTarget.Index(i % 2));
    }
    app.heartbeat(model, minute(to));
  }

  private static void both(TopologyHarness app, int from, int to) {
    observe(app, GOOD, from, to);
    observe(app, BAD, from, to);
    app.settle();
  }

  private static List<Verdict> finalOf(TopologyHarness app, String model) {
    return app.finalVerdicts().stream().filter(v -> v.getModel().equals(model)).toList();
  }

  private static List<Alert> told(TopologyHarness app) {
    return app.alerts().stream().filter(a -> a.getRule().equals("monitor-failed")).toList();
  }

  private static KeyValueStore<Bytes, byte[]> states(TopologyHarness app) {
    return TestStores.bytes(app.driver().getKeyValueStore(StoreNames.SERIES));
  }

  private static Bytes key(SeriesKey series) {
    return Bytes.wrap(series.key().getBytes(StandardCharsets.UTF_8));
  }

  /** Makes the state of the bad series unreadable. */
  private static byte[] damage(TopologyHarness app) {
    byte[] before = states(app).get(key(BAD_SERIES));
    states(app).put(key(BAD_SERIES), new byte[] {1, 2, 3});
    return before;
  }

  static List<Arguments> extremes() {
    return List.of(
        Arguments.of(Normal.of(0, 1), 2e154),
        Arguments.of(Normal.of(0, 1e-155), 0.5),
        Arguments.of(Normal.of(1e308, 1), 0.5),
        Arguments.of(new Laplace(0, 1e308), 0.5),
        Arguments.of(Normal.of(0, 1), Double.MAX_VALUE));
  }

  /** The final verdicts of the good model, beside one with a given event. */
  private List<Verdict> beside(PredictiveDistribution event, double label) {
    TopologyHarness app = start();
    for (int i = 0; i < 60; i++) {
      PredictiveDistribution prediction = i == 5 ? event : Normal.of(0, 1);
      observe(app, BAD, i, prediction, new RawTarget.Real(i == 5 ? label : 0));
    }
    app.heartbeat(BAD, minute(200));
    observe(app, GOOD, 0, 60);
    app.heartbeat(GOOD, minute(200));
    app.settle();
    List<Verdict> verdicts = finalOf(app, GOOD);
    close();
    return verdicts;
  }

  @ParameterizedTest
  @MethodSource("extremes")
  void anExtremeNumberChangesNothingForOtherModels(PredictiveDistribution event, double label) {
    assertThat(beside(event, label)).hasSize(6).isEqualTo(beside(Normal.of(0, 1), 0));
  }

  private static String utcMinute(Instant time) {
    return time.toString().substring(0, "2026-03-01T04:20".length()).replace('T', ' ');
  }

  @Test
  void aSeriesThatCannotBeJudgedIsSetAsideAndSaysSo() {
    TopologyHarness app = start();
    both(app, 0, 60);
    int before = finalOf(app, BAD).size();
    damage(app);
    both(app, 60, 120);

    assertThat(finalOf(app, BAD)).hasSize(before);
    assertThat(finalOf(app, GOOD)).hasSize(9);
    Alert alert = told(app).get(0);
    assertThat(told(app)).hasSize(1);
    assertThat(alert.getModel()).isEqualTo(BAD);
    assertThat(alert.getState()).isEqualTo(AlertState.FIRING);
    assertThat(alert.getSeverity()).isEqualTo(Severity.WARNING);
    assertThat(alert.getSummary())
        .startsWith("bad: not monitored since " + utcMinute(alert.getStartsAt()) + " UTC: ")
        .contains("SerializationException: not a io.evenkeel.schemas.internal.SeriesState");
    assertThat(alert.getDescription()).contains("Do: ");
    assertThat(app.measured().value(Instrument.FAILED_SERIES, BAD, "", "")).isEqualTo(1);
    assertThat(app.measured().value(Instrument.SERIES_FAILURES, BAD, "judge")).isPositive();
  }

  @Test
  void anAlertThatCannotBeReadStopsNothingAndIsRaisedAgain() {
    TopologyHarness app = start();
    both(app, 0, 60);
    damage(app);
    both(app, 60, 120);
    String fingerprint = told(app).get(0).getFingerprint();
    TestStores.bytes(app.driver().getKeyValueStore(StoreNames.ALERTS))
        .put(Bytes.wrap(fingerprint.getBytes(StandardCharsets.UTF_8)), new byte[] {1, 2, 3});

    app.settle();
    app.pass(Duration.ofMinutes(2));
    both(app, 120, 180);

    assertThat(finalOf(app, GOOD)).hasSize(15);
    assertThat(told(app))
        .extracting(Alert::getFingerprint)
        .containsExactly(fingerprint, fingerprint);
  }

  @Test
  void aSeriesThatCanBeJudgedAgainHasLostNothing() {
    TopologyHarness app = start();
    both(app, 0, 60);
    byte[] state = damage(app);
    both(app, 60, 120);
    states(app).put(key(BAD_SERIES), state);
    app.pass(Duration.ofMinutes(2));
    both(app, 120, 180);

    assertThat(told(app))
        .extracting(Alert::getState)
        .containsExactly(AlertState.FIRING, AlertState.RESOLVED);
    assertThat(told(app).get(1).getSummary()).isEqualTo("bad: it is monitored again");
    assertThat(app.measured().value(Instrument.FAILED_SERIES, BAD, "", "")).isZero();
    assertThat(finalOf(app, BAD))
        .extracting(Verdict::getWindowStart, Verdict::getPredictions, Verdict::getLabelled)
        .isEqualTo(
            finalOf(app, GOOD).stream()
                .map(v -> tuple(v.getWindowStart(), v.getPredictions(), v.getLabelled()))
                .toList());
    assertThat(finalOf(app, BAD)).hasSize(15);
  }

  @Test
  void aFailingSeriesIsTriedLessAndLessOften() {
    TopologyHarness app = start();
    both(app, 0, 60);
    damage(app);
    for (int i = 60; i < 240; i++) {
      observe(app, BAD, i, i + 1);
      app.pass(Duration.ofMinutes(1));
    }

    assertThat(app.measured().value(Instrument.SERIES_FAILURES, BAD, "judge"))
        .as("failures to take partials in, one a minute, and to judge")
        .isLessThan(180 + 20);
  }
}
