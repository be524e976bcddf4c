package io.evenkeel.app.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionCodec;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.NegativeBinomial;
import io.evenkeel.schemas.Poisson;
import io.evenkeel.schemas.Prediction;
import io.evenkeel.schemas.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** Counts and ordered classes, from the event to the alert. */
class CountsTopologyTest extends TopologyScenario {
  private static final int MINUTES = 120;
  private static final int ROWS_A_MINUTE = 10;

  /** Counts that are Poisson with the predicted mean, and from minute 20 on another one. */
  private TopologyHarness counts(DoubleFunction<Counts> truth) {
    TopologyHarness app = start();
    SplittableRandom random = new SplittableRandom(15);
    for (int i = 0; i < MINUTES * ROWS_A_MINUTE; i++) {
      int minute = i / ROWS_A_MINUTE;
      double mean = 2 + 4 * random.nextDouble();
      Counts law = minute < 20 ? Counts.poisson(mean) : truth.apply(mean);
      app.predict("id-" + i, minute(minute), Counts.poisson(mean));
      double y = Univariate.of(law).quantile(random.nextDouble());
      app.label(real("id-" + i, minute + 1, y));
    }
    return ended(app);
  }

  private static LabelEvent real(String id, int minute, double y) {
    return new LabelEvent(id, minute(minute).toEpochMilli(), 0, new RawTarget.Real(y));
  }

  private static TopologyHarness ended(TopologyHarness app) {
    app.settle();
    app.heartbeat(minute(400));
    app.settle();
    return app;
  }

  @Test
  void calibratedCountsAreQuiet() {
    TopologyHarness app = counts(Counts::poisson);

    assertThat(miscalibration(app)).isEmpty();
    Verdict last = newest(app);
    assertThat(last.getLabelled()).isEqualTo(100);
    assertThat(last.getScores().getCrps()).isBetween(0.7, 1.6);
    assertThat(last.getScores().getLogLoss()).isBetween(1.5, 2.5);
  }

  @Test
  void aMeanThatIsTooLowIsFoundAndNamed() {
    Alert alert = miscalibration(counts(mean -> Counts.poisson(1.3 * mean))).orElseThrow();

    assertThat(alert.getSummary()).contains("low");
  }

  @Test
  void overdispersionIsFoundAndNamed() {
    Alert alert = miscalibration(counts(mean -> Counts.negativeBinomial(mean, 2))).orElseThrow();

    assertThat(alert.getSummary()).contains("narrow");
  }

  @Test
  void whatIsNoCountIsADeadLetterAndTheStreamGoesOn() {
    TopologyHarness app = start();
    predict(app, "nan", poisson(Double.NaN));
    predict(app, "huge", poisson(1e300));
    predict(app, "size", negativeBinomial(1, 1e-300));
    for (String id : List.of("negative", "half", "far")) {
      app.predict(id, minute(1), Counts.poisson(3));
    }
    app.predict("given", minute(1), Counts.of(0, 0.5, 0.5));
    app.label(real("negative", 2, -1));
    app.label(real("half", 2, 2.5));
    app.label(real("far", 2, 1e18));
    app.label(real("given", 2, 2));
    ended(app);

    assertThat(reasons(app))
        .containsExactlyInAnyOrder(
            "invalid_distribution",
            "invalid_distribution",
            "invalid_distribution",
            "wrong_space",
            "wrong_space");
    Verdict last = newest(app);
    assertThat(last.getLabelled()).isEqualTo(2);
    assertThat(last.getImpossible()).isEqualTo(1);
  }

  private static Distribution poisson(double mean) {
    return Distribution.newBuilder().setPoisson(new Poisson(mean)).build();
  }

  private static Distribution negativeBinomial(double mean, double size) {
    return Distribution.newBuilder().setNegativeBinomial(new NegativeBinomial(mean, size)).build();
  }

  /** The codec makes no such event. */
  private static void predict(TopologyHarness app, String id, Distribution distribution) {
    Prediction known =
        PredictionCodec.encode(
            new PredictionEvent(
                id,
                TopologyHarness.MODEL,
                "",
                minute(1).toEpochMilli(),
                Map.of(),
                Map.of(),
                Counts.poisson(1)));
    Prediction record = Prediction.newBuilder(known).setDistribution(distribution).build();
    app.rawPrediction(id, RawAvroSerde.of(Prediction.class).serializer().serialize("", record));
  }

  private static List<String> reasons(TopologyHarness app) {
    return app.deadLetters().stream()
        .map(
            letter ->
                new String(
                    letter.headers().lastHeader(DeadLetters.REASON).value(),
                    StandardCharsets.UTF_8))
        .toList();
  }

  /** Ratings that come one class higher than predicted, from minute 20 on, if they can. */
  private TopologyHarness ratings(boolean higher) {
    TopologyHarness app =
        start("defaults.calibration=ordered", "defaults.classes=bad,poor,fair,good,excellent");
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < MINUTES * ROWS_A_MINUTE; i++) {
      int minute = i / ROWS_A_MINUTE;
      double a = 0.1 + 0.2 * random.nextDouble();
      PredictiveDistribution p = Categorical.of(a, 0.2, 0.3, 0.2, 0.3 - a);
      double u = random.nextDouble();
      int rating = u < a ? 0 : u < a + 0.2 ? 1 : u < a + 0.5 ? 2 : u < a + 0.7 ? 3 : 4;
      int shifted = higher && minute >= 20 && random.nextDouble() < 0.4 ? 1 : 0;
      app.predict("id-" + i, minute(minute), p);
      app.label(
          new LabelEvent(
              "id-" + i,
              minute(minute + 1).toEpochMilli(),
              0,
              new RawTarget.Name(
                  List.of("bad", "poor", "fair", "good", "excellent")
                      .get(Math.min(4, rating + shifted)))));
    }
    return ended(app);
  }

  @Test
  void orderedClassesAreJudgedByTheirOrder() {
    TopologyHarness app = ratings(false);

    assertThat(miscalibration(app)).isEmpty();
    Verdict last = newest(app);
    assertThat(last.getLabelled()).isEqualTo(100);
    assertThat(last.getScores().getCrps()).isBetween(0.4, 1.0);
    assertThat(last.getScores().getBrier()).isNull();
    assertThat(last.getSummary())
        .endsWith(
            "a class is judged as its place in the order:"
                + " bad as 0, poor as 1, fair as 2, good as 3, excellent as 4");
  }

  @Test
  void anAlertOfOrderedClassesSaysInWhichDirection() {
    Alert alert = miscalibration(ratings(true)).orElseThrow();

    assertThat(alert.getSummary()).contains("low");
    assertThat(alert.getDescription())
        .contains("Note: a class is judged as its place in the order: bad as 0, poor as 1, ");
  }

  /** Predictions that say little, and labels of 0 to 3 that are 2 from hour 50 on. */
  private String labelShift(PredictiveDistribution p, String... settings) {
    String[] all = Arrays.copyOf(settings, settings.length + 1);
    all[settings.length] = "defaults.profile.sample=100";
    TopologyHarness app = start(all);
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 6000; i++) {
      app.predict("id-" + i, minute(i), p);
      app.label(real("id-" + i, i + 1, i < 3000 ? random.nextInt(4) : 2));
    }
    app.heartbeat(minute(8000));
    app.settle();
    return app.alerts().stream()
        .filter(alert -> alert.getRule().equals("label-shift"))
        .map(Alert::getSummary)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anAlertOfShiftedLabelsNamesTheOrderedClass() {
    PredictiveDistribution ratings = Categorical.of(0.25, 0.25, 0.25, 0.25);
    String named = "defaults.classes=bad,fair,good,excellent";

    assertThat(labelShift(ratings, "defaults.calibration=ordered", named))
        .contains("the label is class good in ");
  }

  @Test
  void anAlertOfShiftedCountsCallsThemNumbers() {
    assertThat(labelShift(Counts.of(0, 0.25, 0.25, 0.25, 0.25))).contains("the label is 2 in ");
  }

  @Test
  void aLabelOfOrderedClassesIsOneOfThem() {
    TopologyHarness app = start("defaults.calibration=ordered");
    app.predict("a", minute(0), Categorical.of(0.1, 0.2, 0.7));
    app.predict("b", minute(0), Counts.poisson(1));
    app.label("a", minute(1), 3);
    app.settle();

    assertThat(reasons(app)).containsExactlyInAnyOrder("unknown_class", "wrong_space");
  }
}
