package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.Test;

/** What happens to a version, a segment or a model that nobody predicts for any more. */
class AbsenceTopologyTest extends TopologyScenario {
  private static final String[] IMPATIENT = {
    "monitor.emit-interval=1m",
    "monitor.idle-timeout=2m",
    "defaults.alert.no-data-after=2h",
    "defaults.alert.retire-after=4h"
  };

  /** One prediction every ten minutes, all of them wrong, or right as often as predicted. */
  private static void predict(
      TopologyHarness app, String version, String country, int from, int to, boolean wrong) {
    for (int i = from; i < to; i += 10) {
      String id = version + "-" + country + "-" + i;
      app.predict(
          new PredictionEvent(
              id,
              MODEL,
              version,
              minute(i).toEpochMilli(),
              Map.of("country", country),
              Map.of(),
              binary(wrong ? 0.99 : 0.6)));
      app.label(id, minute(i), wrong || i % 50 >= 30 ? 0 : 1);
    }
  }

  /** The states of the alerts, without those that are more severe only. */
  private static List<AlertState> states(List<Alert> alerts) {
    List<AlertState> states = new ArrayList<>();
    for (Alert alert : alerts) {
      if (states.isEmpty() || states.get(states.size() - 1) != alert.getState()) {
        states.add(alert.getState());
      }
    }
    return states;
  }

  private static Alert last(List<Alert> alerts) {
    return alerts.get(alerts.size() - 1);
  }

  private static List<Alert> of(TopologyHarness app, String version, String segment) {
    return app.alerts().stream()
        .filter(alert -> alert.getVersion().equals(version) && alert.getSegment().equals(segment))
        .toList();
  }

  @Test
  void resolvesTheAlertOfAVersionThatWasRetired() {
    TopologyHarness app = start(IMPATIENT);
    predict(app, "3", "DE", 0, 60, true);
    predict(app, "4", "DE", 60, 260, false);
    app.settle();
    assertThat(states(of(app, "3", ""))).containsExactly(AlertState.FIRING, AlertState.NO_DATA);

    predict(app, "4", "DE", 260, 400, false);
    app.settle();

    List<Alert> alerts = of(app, "3", "");
    Alert last = last(alerts);
    assertThat(last.getState()).isEqualTo(AlertState.RESOLVED);
    assertThat(last.getEndsAt()).isEqualTo(minute(300));
    assertThat(last.getSummary())
        .isEqualTo(
            "churn 3: version 3 was retired: it has made no predictions since "
                + minute(60)
                + ", and the model goes on without");
    assertThat(of(app, "4", "")).isEmpty();
  }

  @Test
  void saysOfAVersionWithoutANameThatItHasNone() {
    TopologyHarness app = start(IMPATIENT);
    predict(app, "", "DE", 0, 60, true);
    predict(app, "4", "DE", 60, 400, false);
    app.settle();

    assertThat(last(of(app, "", "")).getSummary())
        .isEqualTo(
            "churn: its predictions without a version were retired: there have been none since "
                + minute(60)
                + ", and the model goes on without");
  }

  @Test
  void aRetiredVersionThatComesBackBeginsAnew() {
    // Two windows are kept: among them panes that raised the alert.
    TopologyHarness app =
        start(with(IMPATIENT, "defaults.window.size=2h", "defaults.window.advance=10m"));
    predict(app, "3", "DE", 0, 60, true);
    predict(app, "4", "DE", 60, 500, false);
    app.settle();
    assertThat(last(of(app, "3", "")).getState()).isEqualTo(AlertState.RESOLVED);

    predict(app, "4", "DE", 500, 800, false);
    predict(app, "3", "DE", 500, 800, false);
    app.settle();

    assertThat(last(of(app, "3", "")).getState()).isEqualTo(AlertState.RESOLVED);
    assertThat(of(app, "3", "")).noneMatch(alert -> alert.getRaisedAt().isAfter(minute(60)));
  }

  @Test
  void resolvesTheAlertOfASegmentThatHasGone() {
    TopologyHarness app = start(with(IMPATIENT, "defaults.segments=country"));
    predict(app, "3", "DE", 0, 60, true);
    predict(app, "3", "FR", 60, 400, false);
    app.settle();

    List<Alert> alerts = of(app, "3", "country=DE");
    assertThat(states(alerts))
        .containsExactly(AlertState.FIRING, AlertState.NO_DATA, AlertState.RESOLVED);
    assertThat(last(alerts).getSummary()).contains("the segment has gone");
  }

  @Test
  void keepsTheAlertOfAModelThatStoppedUntilItIsForgotten() {
    TopologyHarness app = start(with(IMPATIENT, "defaults.forget-after=10d"));
    predict(app, "3", "DE", 0, 60, true);
    app.settle();
    app.pass(Duration.ofDays(9));
    app.settle();
    assertThat(states(app.alerts())).containsExactly(AlertState.FIRING, AlertState.NO_DATA);

    app.pass(Duration.ofHours(25));
    app.settle();

    assertThat(last(app.alerts()).getState()).isEqualTo(AlertState.RESOLVED);
    assertThat(last(app.alerts()).getSummary())
        .isEqualTo("churn 3: forgotten: it has had no predictions since " + minute(60));
    assertThat(app.measured().scrape()).doesNotContain("model=\"churn\"");
    assertThat(sizes(app)).allSatisfy((store, size) -> assertThat(size).as(store).isZero());
  }

  @Test
  void takesBackThePublishedMapOfASeriesThatIsForgotten() {
    TopologyHarness app = start(with(IMPATIENT, "defaults.forget-after=10d"));
    predict(app, "3", "DE", 0, 60, false);
    app.settle();
    var maps =
        app.driver()
            .createOutputTopic(
                "evenkeel.recalibrations", new StringDeserializer(), new ByteArrayDeserializer());
    assertThat(maps.isEmpty()).isTrue();

    app.pass(Duration.ofDays(11));
    app.settle();

    assertThat(maps.readKeyValuesToList()).containsExactly(KeyValue.pair("churn|3|", null));
  }

  @Test
  void missingDataWarnWhereNothingWasWrongBefore() {
    TopologyHarness app = start(with(IMPATIENT, "defaults.forget-after=10d"));
    predict(app, "3", "DE", 0, 60, false);
    app.settle();
    app.pass(Duration.ofDays(9));
    app.settle();

    assertThat(app.alerts())
        .extracting(Alert::getState, Alert::getSeverity)
        .containsExactly(tuple(AlertState.NO_DATA, Severity.WARNING));
  }

  @Test
  void firesStillWhenPredictionsComeBackBeforeItIsForgotten() {
    TopologyHarness app = start(IMPATIENT);
    predict(app, "3", "DE", 0, 60, true);
    app.settle();
    app.pass(Duration.ofDays(9));
    app.settle();

    predict(app, "3", "DE", 13_100, 13_160, false);
    app.settle();

    assertThat(states(app.alerts()))
        .containsExactly(AlertState.FIRING, AlertState.NO_DATA, AlertState.FIRING);
  }

  @Test
  void neverResolvesAnAlertBecauseLabelsAreMissing() {
    TopologyHarness app = start(with(IMPATIENT, "defaults.forget-after=10h"));
    predict(app, "3", "DE", 0, 60, true);
    for (int i = 60; i < 1500; i += 10) {
      app.predict(
          new PredictionEvent(
              "later-" + i, MODEL, "3", minute(i).toEpochMilli(), Map.of(), Map.of(), binary(0.6)));
    }
    app.heartbeat(minute(1500));
    app.settle();

    assertThat(states(app.alerts())).containsExactly(AlertState.FIRING, AlertState.NO_DATA);
  }

  @Test
  void keepsTheStateOfNightlyVersionsBounded() {
    TopologyHarness app =
        start(
            "defaults.forget-after=5d",
            "defaults.alert.no-data-after=1d",
            "defaults.profile.sample=2",
            "defaults.profile.locations=1");
    Map<String, Long> after = Map.of();
    for (int night = 0; night < 120; night++) {
      predict(app, "v" + night, "DE", 1440 * night, 1440 * night + 20, false);
      app.settle();
      if (night == 20) {
        after = sizes(app);
      }
    }

    Map<String, Long> bounds = after;
    assertThat(sizes(app))
        .allSatisfy(
            (store, size) -> assertThat(size).as(store).isLessThanOrEqualTo(bounds.get(store)));
    assertThat(bounds).containsEntry("active-series", 6L);
    var clock = app.driver().<String, Object>getKeyValueStore("clocks").get(MODEL);
    assertThat(clock.toString()).contains("\"v119\"", "\"v114\"").doesNotContain("\"v113\"");
    assertThat(app.measured().scrape()).contains("\"v119\"").doesNotContain("\"v113\"");
  }

  @Test
  void beginsAnewWithAVersionThatComesBackAfterItWasForgotten() {
    TopologyHarness app = start(with(IMPATIENT, "defaults.forget-after=10d"));
    predict(app, "3", "DE", 0, 60, true);
    app.settle();
    app.pass(Duration.ofDays(11));
    app.settle();
    assertThat(last(of(app, "3", "")).getState()).isEqualTo(AlertState.RESOLVED);

    predict(app, "3", "DE", 20_000, 20_060, true);
    app.heartbeat(minute(20_150));
    app.settle();

    assertThat(of(app, "3", ""))
        .extracting(Alert::getState, alert -> !alert.getStartsAt().isBefore(minute(20_000)))
        .endsWith(tuple(AlertState.FIRING, true));
  }

  private static String[] with(String[] settings, String... more) {
    String[] all = new String[settings.length + more.length];
    System.arraycopy(settings, 0, all, 0, settings.length);
    System.arraycopy(more, 0, all, settings.length, more.length);
    return all;
  }

  /** Entries of every store but those that know of models, not of versions. */
  private static Map<String, Long> sizes(TopologyHarness app) {
    Map<String, Long> sizes = new HashMap<>();
    for (String name :
        List.of(
            "observations",
            "open-panes",
            "sketches",
            "drift",
            "samples",
            "partials",
            "series",
            "alerts",
            "open-alerts",
            "active-series")) {
      sizes.put(name, count(app.driver().<String, Object>getKeyValueStore(name).all()));
    }
    sizes.put("profiles", count(app.driver().getTimestampedKeyValueStore("profiles").all()));
    return sizes;
  }

  private static long count(KeyValueIterator<?, ?> all) {
    try (all) {
      long n = 0;
      for (; all.hasNext(); all.next()) {
        n++;
      }
      return n;
    }
  }
}
