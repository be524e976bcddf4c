package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which segments an alert of the whole model names. */
class AttributionTopologyTest extends TopologyScenario {
  private static final String[] COUNTRIES = {"DE", "FR", "IT", "PL", "ES"};
  private static final int PER_MINUTE = 10;

  private int sent;

  /** Predicts 0.9 for every country, every minute. */
  private void stream(TopologyHarness app, int from, int to, ToDoubleFunction<String> truth) {
    send(app, from, to, truth);
    app.heartbeat(minute(to));
    app.settle();
  }

  private void send(TopologyHarness app, int from, int to, ToDoubleFunction<String> truth) {
    SplittableRandom random = new SplittableRandom(from + 7);
    for (int i = from * PER_MINUTE; i < to * PER_MINUTE; i++) {
      String country = COUNTRIES[i % COUNTRIES.length];
      long at = minute(i / PER_MINUTE).toEpochMilli() + i % PER_MINUTE;
      String id = "id-" + sent++;
      app.predict(
          new PredictionEvent(
              id, MODEL, "", at, Map.of("country", country), Map.of(), binary(0.9)));
      int target = random.nextDouble() < truth.applyAsDouble(country) ? 1 : 0;
      app.label(new LabelEvent(id, at + 60_000, 0, new RawTarget.Index(target)));
    }
  }

  private void hours(TopologyHarness app, int from, int to, ToDoubleFunction<String> truth) {
    for (int quarter = 6 * from; quarter < 6 * to; quarter++) {
      stream(app, 10 * quarter, 10 * quarter + 10, truth);
    }
  }

  /** What is told of the whole model while it fires. */
  private static List<Alert> firing(TopologyHarness app) {
    return app.alerts().stream()
        .filter(alert -> alert.getSegment().isEmpty() && alert.getState() == AlertState.FIRING)
        .toList();
  }

  /** What an alert says of the whole. */
  private static String withoutSegments(Alert alert) {
    return alert
        .getDescription()
        .lines()
        .filter(line -> !line.startsWith("Segment"))
        .collect(Collectors.joining("\n"));
  }

  private TopologyHarness startWithCountries() {
    return start("defaults.segments=country");
  }

  @Test
  void namesTheSegmentThatIsWrong() {
    TopologyHarness app = startWithCountries();
    hours(app, 0, 2, country -> country.equals("DE") ? 0.4 : 0.9);

    List<Alert> told = firing(app);
    Alert alert = told.get(1);

    assertThat(told.get(0).getSegmentsStandingOut()).isEmpty();
    assertThat(told).hasSize(2);
    assertThat(alert.getSegmentsCompared()).isEqualTo(COUNTRIES.length);
    assertThat(alert.getSegmentsStandingOut()).containsExactly("country=DE");
    assertThat(alert.getSegmentsLabelled().get(0)).isPositive();
    assertThat(alert.getSegmentsLogE().get(0)).isGreaterThan(Math.log(2 * 5 / 0.01));
    assertThat(alert.getOthersLogE().get(0)).isLessThan(Math.log(100));
    assertThat(alert.getSummary()).endsWith("; it is in country=DE");
    assertThat(alert.getDescription())
        .contains("\nSegment country=DE stands out, with ", " labels: over-confident")
        .doesNotContain("none of 5");
    assertThat(withoutSegments(alert)).isEqualTo(withoutSegments(told.get(0)));
  }

  @Test
  void namesTheSegmentOnceThatIsFoundInTheLookInWhichTheAlertBegan() {
    TopologyHarness app = start("defaults.segments=country", "defaults.alert.resend-interval=1m");
    ToDoubleFunction<String> truth = country -> country.equals("DE") ? 0.4 : 0.9;
    for (int from = 0; from < 60; from += 10) {
      send(app, from, from + 10, truth);
    }
    app.heartbeat(minute(60));
    app.settle();
    hours(app, 1, 2, truth);
    app.pass(Duration.ofMinutes(1));

    List<Alert> told = firing(app);
    assertThat(told.get(0).getSegmentsStandingOut()).isEmpty();
    assertThat(told).filteredOn(alert -> !alert.getRepeated()).hasSize(1);
    assertThat(told.get(told.size() - 1).getSummary()).containsOnlyOnce("country=DE");
  }

  @Test
  void namesTheSegmentThatWentWrongAfterALongTime() {
    TopologyHarness app = startWithCountries();
    hours(app, 0, 4, country -> 0.9);
    hours(app, 4, 6, country -> country.equals("IT") ? 0.3 : 0.9);

    List<Alert> told = firing(app);
    assertThat(told.get(told.size() - 1).getSegmentsStandingOut()).containsExactly("country=IT");
  }

  @Test
  void namesNoneWhereAllAreWrong() {
    TopologyHarness app = startWithCountries();
    hours(app, 0, 2, country -> 0.6);

    Alert alert = firing(app).get(0);

    assertThat(alert.getSegmentsCompared()).isEqualTo(COUNTRIES.length);
    assertThat(alert.getSegmentsStandingOut()).isEmpty();
    assertThat(alert.getSummary()).doesNotContain("country");
    assertThat(alert.getDescription()).contains("Segments: none of 5 stands out");
  }

  @Test
  void saysNothingOfSegmentsWhereThereAreNone() {
    TopologyHarness app = start();
    hours(app, 0, 2, country -> 0.5);

    Alert alert = firing(app).get(0);

    assertThat(alert.getSegmentsCompared()).isNull();
    assertThat(alert.getSegmentsStandingOut()).isNull();
    assertThat(alert.getDescription()).doesNotContain("Segments:");
  }
}
