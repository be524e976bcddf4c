package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.alert.AlertRecords;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nobody is told of what an open alert explains. */
class InhibitionTopologyTest extends TopologyScenario {
  private static final String UPSTREAM = "embedding";

  /** One prediction every ten minutes, all of them wrong, or right as often as predicted. */
  private static void predict(
      TopologyHarness app, String model, String country, int from, int to, boolean wrong) {
    for (int i = from; i < to; i += 10) {
      String id = model + country + i;
      app.predict(
          new PredictionEvent(
              id,
              model,
              "",
              minute(i).toEpochMilli(),
              Map.of("country", country),
              Map.of(),
              binary(0.9)));
      app.label(id, minute(i), wrong || i % 100 == 50 ? 0 : 1);
    }
  }

  private static Alert last(TopologyHarness app, String model, String segment) {
    List<Alert> alerts =
        app.alerts().stream()
            .filter(a -> a.getModel().equals(model) && a.getSegment().equals(segment))
            .filter(a -> !a.getRepeated())
            .toList();
    return alerts.get(alerts.size() - 1);
  }

  private static String fingerprint(String model) {
    return AlertRecords.fingerprint(SeriesKey.whole(model, ""), Rule.MISCALIBRATION);
  }

  @Test
  void theAlertOfTheWholeModelSilencesThoseOfItsSegments() {
    TopologyHarness app = start("defaults.segments=country", "defaults.alert.resend-interval=1s");
    predict(app, "churn", "DE", 0, 400, true);
    app.settle();

    assertThat(last(app, "churn", "").getInhibitedBy()).isNull();
    Alert segment = last(app, "churn", "country=DE");
    assertThat(segment.getState()).isEqualTo(AlertState.FIRING);
    assertThat(segment.getInhibitedBy()).isEqualTo(fingerprint("churn"));
    assertThat(
            app.measured().value(Instrument.ALERTS_FIRING, "churn", "miscalibration", "critical"))
        .isEqualTo(1);
    int sent = app.alerts().size();
    app.settle();
    assertThat(app.alerts().subList(sent, app.alerts().size()))
        .isNotEmpty()
        .extracting(Alert::getSegment)
        .containsOnly("");
  }

  @Test
  void theAlertOfTheWholeModelSilencesNoneThatIsMoreSevere() {
    TopologyHarness app = start("defaults.segments=country", "defaults.alert.critical-from=0.1");
    predict(app, "churn", "DE", 0, 400, true);
    for (String country : List.of("ES", "FR", "IT")) {
      predict(app, "churn", country, 0, 400, false);
    }
    app.settle();

    assertThat(last(app, "churn", "").getSeverity()).isEqualTo(Severity.WARNING);
    Alert segment = last(app, "churn", "country=DE");
    assertThat(segment.getSeverity()).isEqualTo(Severity.CRITICAL);
    assertThat(segment.getInhibitedBy()).isNull();
  }

  @Test
  void segmentsAreToldWhereThatIsWanted() {
    TopologyHarness app =
        start("defaults.segments=country", "defaults.alert.inhibit-segments=false");
    predict(app, "churn", "DE", 0, 400, true);
    app.settle();

    assertThat(last(app, "churn", "country=DE").getInhibitedBy()).isNull();
  }

  @Test
  void theAlertOfAModelSilencesThoseItFeedsUntilItEnds() {
    TopologyHarness app = start("models.churn.alert.inhibited-by=" + UPSTREAM);
    predict(app, UPSTREAM, "DE", 0, 400, true);
    app.settle();
    predict(app, "churn", "DE", 0, 400, true);
    app.settle();
    assertThat(last(app, UPSTREAM, "").getInhibitedBy()).isNull();
    assertThat(last(app, "churn", "").getState()).isEqualTo(AlertState.FIRING);
    assertThat(last(app, "churn", "").getInhibitedBy()).isEqualTo(fingerprint(UPSTREAM));

    predict(app, UPSTREAM, "DE", 400, 3400, false);
    app.settle();

    assertThat(last(app, UPSTREAM, "").getState()).isEqualTo(AlertState.RESOLVED);
    assertThat(last(app, "churn", "").getState()).isEqualTo(AlertState.FIRING);
    assertThat(last(app, "churn", "").getInhibitedBy()).isNull();
  }
}
