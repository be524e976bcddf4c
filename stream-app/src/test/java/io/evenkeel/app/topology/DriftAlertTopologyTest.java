package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.MODEL;
import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertChange;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import io.evenkeel.schemas.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Alerts of the rules of drift: hours of forty cases, of which two days are the reference. The
 * first three days are calm.
 */
class DriftAlertTopologyTest extends HourlyScenario {
  private static final int CALM = 72;

  /** What is true of the cases of an hour. */
  private record World(
      double least, double most, double age, double sent, double labelledFrom, double others) {
    static final World USUAL = new World(0.1, 0.6, 40, 1, 0, 0);

    World predicting(double least, double most) {
      return new World(least, most, age, sent, labelledFrom, others);
    }

    World aged(double age) {
      return new World(least, most, age, sent, labelledFrom, others);
    }

    World sending(double sent) {
      return new World(least, most, age, sent, labelledFrom, others);
    }

    World labelledFrom(double p) {
      return new World(least, most, age, sent, p, others);
    }

    World adding(double others) {
      return new World(least, most, age, sent, labelledFrom, others);
    }
  }

  /** The alerts of calibrated predictions, a world for each hour. */
  private static List<Alert> live(
      TopologyHarness app, int hours, boolean atOnce, IntFunction<World> worlds) {
    SplittableRandom random = new SplittableRandom(1);
    for (int hour = 0; hour < hours; hour++) {
      World world = worlds.apply(hour);
      for (int i = 0; i < PER_HOUR; i++) {
        String id = hour + "-" + i;
        Instant madeAt = hour(hour).plus(Duration.ofSeconds(90L * i));
        double p = random.nextDouble(world.least, world.most);
        Map<String, Double> features = new HashMap<>();
        features.put("age", world.age + 10 * (random.doubles(12).sum() - 6));
        if (random.nextDouble() < world.sent) {
          features.put("income", random.nextDouble());
        }
        if (i < world.others * PER_HOUR) {
          features.put("new", 1.0);
        }
        app.predict(
            new PredictionEvent(
                id, MODEL, "", madeAt.toEpochMilli(), Map.of(), features, binary(p)));
        int target = random.nextDouble() < p ? 1 : 0;
        if (p >= world.labelledFrom) {
          app.label(id, madeAt.plus(Duration.ofMinutes(1)), target);
        }
      }
      if (!atOnce) {
        app.settle();
      }
    }
    app.settle();
    return List.copyOf(app.alerts());
  }

  private static List<Alert> of(String rule, List<Alert> alerts) {
    return alerts.stream().filter(alert -> alert.getRule().equals(rule)).toList();
  }

  private static IntFunction<World> then(World changed) {
    return hour -> hour < CALM ? World.USUAL : changed;
  }

  @Test
  void staysSilentWhileNothingDrifts() {
    assertThat(live(start(), 10 * 24, false, hour -> World.USUAL)).isEmpty();
  }

  @Test
  void firesOnAShiftOfPredictionsThatLeavesCalibrationIntact() {
    List<Alert> alerts = live(start(), CALM + 8, false, then(World.USUAL.predicting(0.5, 0.95)));

    assertThat(of("miscalibration", alerts)).isEmpty();
    Alert first = of("prediction-drift", alerts).get(0);
    assertThat(first.getState()).isEqualTo(AlertState.FIRING);
    assertThat(first.getSeverity()).isEqualTo(Severity.WARNING);
    assertThat(first.getNames()).containsExactly("log-odds");
    assertThat(first.getUpdatedAt()).isBetween(hour(CALM + 1), hour(CALM + 3));
    assertThat(first.getStartsAt()).isEqualTo(hour(CALM));
    assertThat(first.getSummary())
        .contains("predictions have shifted: the probability of class 1 is higher: median ");
    assertThat(first.getEffectLower()).isPositive();
    assertThat(first.getEffectOpen()).isEqualTo("UPPER");
    assertThat(first.getLogEvidence()).isGreaterThanOrEqualTo(first.getLogThreshold());
  }

  @Test
  void namesTheFeatureThatHasShifted() {
    TopologyHarness app = start();
    List<Alert> alerts = live(app, CALM + 8, false, then(World.USUAL.aged(55)));

    assertThat(alerts).extracting(Alert::getRule).containsOnly("feature-drift");
    assertThat(alerts.get(0).getNames()).containsExactly("age");
    assertThat(alerts.get(0).getSummary()).contains("feature age is higher: median ", ", before ");
    assertThat(gauge(app, Instrument.RULE_EVIDENCE_LOG10, "feature-drift"))
        .isGreaterThan(gauge(app, Instrument.RULE_THRESHOLD_LOG10, "feature-drift"));
    for (String quiet : List.of("prediction-drift", "label-shift", "selection", "data-quality")) {
      assertThat(gauge(app, Instrument.RULE_EVIDENCE_LOG10, quiet))
          .isLessThan(gauge(app, Instrument.RULE_THRESHOLD_LOG10, quiet));
    }
  }

  private static double gauge(TopologyHarness app, Instrument of, String rule) {
    return app.measured().value(of, MODEL, "", "", rule);
  }

  @Test
  void pagesWhenAFeatureIsGone() {
    List<Alert> alerts = live(start(), CALM + 4, false, then(World.USUAL.sending(0)));

    Alert first = of("feature-drift", alerts).get(0);
    assertThat(first.getSeverity()).isEqualTo(Severity.WARNING);
    assertThat(first.getNames()).containsExactly("income");
    assertThat(first.getUpdatedAt()).isEqualTo(hour(CALM + 1));
    assertThat(first.getSummary())
        .contains("feature income is missing in 100 % of predictions, before 0 %");
    assertThat(first.getEffect()).isEqualTo(1);
    assertThat(first.getEffectLower()).isBetween(0.5, 0.99);
    assertThat(first.getEffectUpper()).isEqualTo(1);
  }

  /** Without a whole day as the reference, there is the sample of the profile. */
  @Test
  void pagesWhenAFeatureIsGoneOnTheFirstDay() {
    List<Alert> alerts =
        live(start(), 40, false, hour -> hour < 16 ? World.USUAL : World.USUAL.sending(0));

    Alert first = of("feature-drift", alerts).get(0);
    assertThat(first.getSeverity()).isEqualTo(Severity.WARNING);
    assertThat(first.getNames()).containsExactly("income");
    assertThat(first.getDescription())
        .contains(
            "The reference is still being gathered, but values that are gone are sure without it.");
  }

  @Test
  void informsOfFeaturesThatAppear() {
    List<Alert> alerts = live(start(), CALM + 48, false, then(World.USUAL.adding(0.5)));

    Alert first = of("feature-drift", alerts).get(0);
    assertThat(alerts).extracting(Alert::getRule).containsOnly("feature-drift");
    assertThat(alerts).extracting(Alert::getSeverity).containsOnly(Severity.INFO);
    assertThat(first.getNames()).containsExactly("(others)");
    assertThat(first.getUpdatedAt()).isEqualTo(hour(CALM + 2));
    assertThat(first.getStartsAt()).isEqualTo(hour(CALM));
    assertThat(first.getSummary())
        .contains("features that are not in the profile come with 50 % of predictions, before 0 %");
  }

  @Test
  void pagesForAFeatureThatShiftsAmongThoseThatAppear() {
    List<Alert> alerts = live(start(), CALM + 8, false, then(World.USUAL.adding(1).aged(55)));

    List<Alert> ofFeatures = of("feature-drift", alerts);
    Alert last = ofFeatures.get(ofFeatures.size() - 1);
    assertThat(last.getSeverity()).isEqualTo(Severity.WARNING);
    assertThat(last.getNames()).containsExactlyInAnyOrder("(others)", "age");
  }

  @Test
  void tellsLabelsThatAreNotRepresentative() {
    List<Alert> alerts = live(start(), CALM + 8, false, then(World.USUAL.labelledFrom(0.4)));

    assertThat(of("selection", alerts).get(0).getSummary())
        .contains(
            "labels are not representative: where there is a label, the probability of class 1 is"
                + " higher: median ");
    assertThat(of("prediction-drift", alerts)).isEmpty();
  }

  @Test
  void doesNotWaitForLabels() {
    List<Alert> alerts =
        live(
            start("defaults.labels.wait=30d"),
            CALM + 4,
            false,
            then(World.USUAL.predicting(0.5, 0.95)));

    assertThat(alerts).extracting(Alert::getRule).containsExactly("prediction-drift");
  }

  /** Small drift is looked for at midnight, when this is over. */
  @Test
  void reportsADriftOfHoursOnceAndReopensWhenTheNextOneComesSoon() {
    List<Alert> alerts =
        live(
            start(),
            CALM + 48,
            false,
            hour ->
                switch ((hour - CALM) / 4) {
                  case 0 -> hour < CALM ? World.USUAL : World.USUAL.aged(60);
                  case 3 -> World.USUAL.aged(20);
                  default -> World.USUAL;
                });

    assertThat(of("feature-drift", alerts))
        .extracting(Alert::getChange)
        .containsExactly(
            AlertChange.BEGAN, AlertChange.ENDED, AlertChange.REOPENED, AlertChange.ENDED);
    assertThat(of("feature-drift", alerts).get(0).getSummary())
        .contains("feature age is higher: median ");
    assertThat(of("feature-drift", alerts).get(2).getSummary())
        .contains("again feature age is lower: median ");
  }

  @Test
  void endsAfterTheRepair() {
    List<Alert> alerts =
        live(
            start("defaults.drift.inform-distance=0.3"),
            CALM + 48,
            false,
            hour -> hour >= CALM && hour < CALM + 6 ? World.USUAL.aged(55) : World.USUAL);

    List<Alert> ofFeatures = of("feature-drift", alerts);
    Alert last = ofFeatures.get(ofFeatures.size() - 1);
    assertThat(last.getChange()).isEqualTo(AlertChange.ENDED);
    assertThat(last.getSummary()).contains("features no longer differ from their reference");
  }

  @Test
  void saysTheSameOfAHistoryReadAtOnce() {
    IntFunction<World> worlds = then(World.USUAL.aged(55).predicting(0.3, 0.9));
    TopologyHarness slow = start();
    List<Alert> live = live(slow, CALM + 10, false, worlds);
    slow.close();

    List<Alert> atOnce = live(start("application-id=at-once"), CALM + 10, true, worlds);

    assertThat(live).isNotEmpty();
    assertThat(atOnce.stream().map(DriftAlertTopologyTest::said))
        .containsExactlyInAnyOrderElementsOf(
            live.stream().map(DriftAlertTopologyTest::said).toList());
  }

  /** All but how many labels had come by then. */
  private static List<Object> said(Alert alert) {
    return Arrays.asList(
        alert.getRule(),
        alert.getState(),
        alert.getChange(),
        alert.getSeverity(),
        alert.getUpdatedAt(),
        alert.getStartsAt(),
        alert.getSummary(),
        alert.getNames(),
        alert.getLogEvidence(),
        alert.getEffect());
  }

  @Test
  void saysNothingWhereItIsOffAndLittleWhereItIsToInform() {
    World other = World.USUAL.aged(55).predicting(0.5, 0.95);
    List<Alert> alerts =
        live(
            start("defaults.alert.prediction-drift=off", "defaults.alert.feature-drift=inform"),
            CALM + 6,
            false,
            then(other));

    assertThat(of("prediction-drift", alerts)).isEmpty();
    assertThat(of("feature-drift", alerts))
        .isNotEmpty()
        .extracting(Alert::getSeverity)
        .containsOnly(Severity.INFO);
  }

  /** The alerts that are sent, and not just marked as explained. */
  private static List<String> sent(List<Alert> alerts) {
    return alerts.stream()
        .filter(alert -> alert.getState() == AlertState.FIRING && alert.getInhibitedBy() == null)
        .map(Alert::getRule)
        .distinct()
        .toList();
  }

  @Test
  void sendsOneAlertForAShiftOfFeaturesPredictionsAndLabels() {
    World shifted = World.USUAL.aged(55).predicting(0.5, 0.95);
    List<Alert> alerts = live(start(), CALM + 24, false, then(shifted));

    assertThat(sent(alerts)).containsExactly("prediction-drift");
    String first = of("prediction-drift", alerts).get(0).getFingerprint();
    for (String rule : List.of("feature-drift", "label-shift")) {
      assertThat(of(rule, alerts))
          .isNotEmpty()
          .allSatisfy(alert -> assertThat(alert.getInhibitedBy()).isEqualTo(first));
    }
  }

  @Test
  void sendsTheAlertOfAnotherShiftThatBeginsLater() {
    World shifted = World.USUAL.predicting(0.5, 0.95);
    List<Alert> alerts =
        live(
            start("defaults.alert.label-shift=off"),
            CALM + 48,
            false,
            hour -> hour < CALM ? World.USUAL : hour < CALM + 24 ? shifted : shifted.aged(55));

    assertThat(sent(alerts)).containsExactly("prediction-drift", "feature-drift");
  }

  @Test
  void sendsTheRestOfAShiftOnceTheAlertThatExplainedItIsOver() {
    World shifted = World.USUAL.aged(55);
    List<Alert> alerts =
        live(
            start("defaults.alert.label-shift=off", "defaults.drift.inform-distance=0.3"),
            CALM + 72,
            false,
            hour ->
                hour < CALM
                    ? World.USUAL
                    : hour < CALM + 6 ? shifted.predicting(0.5, 0.95) : shifted);

    List<Alert> ofFeatures = of("feature-drift", alerts);
    assertThat(ofFeatures.get(0).getInhibitedBy())
        .isEqualTo(of("prediction-drift", alerts).get(0).getFingerprint());
    assertThat(ofFeatures.get(ofFeatures.size() - 1).getState()).isEqualTo(AlertState.FIRING);
    assertThat(ofFeatures.get(ofFeatures.size() - 1).getInhibitedBy()).isNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void namesTheNewestRevisionOfTheVerdictThatHasBeenIssued(boolean provisional) {
    TopologyHarness app = start("monitor.provisional-verdicts=" + provisional);
    live(app, CALM + 1, false, then(World.USUAL.aged(55)));
    for (int i = 0; i < PER_HOUR; i++) {
      aged(app, hour(CALM).plusSeconds(i));
    }
    app.settle();
    aged(app, hour(CALM + 1).plusSeconds(120));
    app.settle();

    Alert alert = of("feature-drift", app.alerts()).get(0);
    assertThat(alert.getUpdatedAt()).isEqualTo(hour(CALM + 1));
    assertThat(app.verdicts())
        .filteredOn(verdict -> verdict.getWindowStart().equals(hour(CALM)))
        .extracting(DriftAlertTopologyTest::name)
        .last()
        .isEqualTo(alert.getVerdict());
  }

  private static void aged(TopologyHarness app, Instant madeAt) {
    long time = madeAt.toEpochMilli();
    Map<String, Double> features = Map.of("age", 55.0);
    app.predict(
        new PredictionEvent("more-" + time, MODEL, "", time, Map.of(), features, binary(0.3)));
  }

  private static String name(Verdict verdict) {
    return SeriesKey.whole(MODEL, "")
        .verdict(verdict.getWindowStart().toEpochMilli(), verdict.getRevision());
  }
}
