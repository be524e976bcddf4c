package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.recalibrate.MapJson;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An alert carries the map that would mend the predictions it is about. */
class RemedyTopologyTest extends TopologyScenario {
  private static final int LABELS = 400;

  private interface World {
    PredictiveDistribution predict(SplittableRandom random);
  }

  private static void stream(
      TopologyHarness app,
      World world,
      BiFunction<PredictiveDistribution, SplittableRandom, RawTarget> truth) {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < LABELS; i++) {
      PredictiveDistribution p = world.predict(random);
      app.predict("id-" + i, minute(i), p);
      app.label(new LabelEvent("id-" + i, minute(i + 1).toEpochMilli(), 0, truth.apply(p, random)));
    }
    app.heartbeat(minute(LABELS + 100));
    app.settle();
  }

  private static Alert fired(TopologyHarness app) {
    return app.alerts().stream()
        .filter(alert -> alert.getRule().equals("miscalibration"))
        .filter(alert -> alert.getState() == AlertState.FIRING)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private static LearnedMap map(Alert alert) {
    return MapJson.read(alert.getMap());
  }

  private static RawTarget heads(SplittableRandom random, double p) {
    return new RawTarget.Index(random.nextDouble() < p ? 1 : 0);
  }

  @Test
  void ofClassesItUndoesWhatIsWrong() {
    TopologyHarness app = start();
    stream(
        app,
        random -> binary(random.nextInt(2) == 0 ? 0.9 : 0.1),
        (p, random) -> heads(random, ((Categorical) p).probability(1) > 0.5 ? 0.7 : 0.3));

    Alert alert = fired(app);
    LearnedMap learned = map(alert);
    assertThat(learned.model()).isEqualTo("churn");
    assertThat(learned.space()).isEqualTo(TargetSpace.classes(2));
    assertThat(learned.labels()).isEqualTo((int) alert.getCases());
    assertThat(learned.from()).isEqualTo(alert.getStartsAt());
    assertThat(learned.interval().lower()).isPositive();
    assertThat(((Categorical) learned.map().recalibrate(binary(0.9))).probability(1))
        .isBetween(0.6, 0.8);
    assertThat(alert.getDescription()).contains(" Map: evenkeel alerts --map ");
  }

  @Test
  void ofNormalDistributionsItShiftsOrScalesThem() {
    TopologyHarness app = start();
    stream(
        app,
        random -> Normal.of(10 * random.nextDouble(), 1),
        (p, random) -> new RawTarget.Real(((Normal) p).mean(0) + 0.8 + random.nextGaussian()));

    Normal mended = (Normal) map(fired(app)).map().recalibrate(Normal.of(5, 1));
    assertThat(mended.mean(0)).isBetween(5.5, 6.1);
  }

  @Test
  void ofASegmentItLeavesOtherSegmentsAlone() {
    TopologyHarness app = start("defaults.segments=country");
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < LABELS; i++) {
      String country = i % 2 == 0 ? "DE" : "FR";
      double bias = i % 2 == 0 ? 0.8 : -0.8;
      app.predict(
          new PredictionEvent(
              "id-" + i,
              "churn",
              "3",
              minute(i).toEpochMilli(),
              Map.of("country", country),
              Map.of(),
              Normal.of(5, 1)));
      app.label(
          new LabelEvent(
              "id-" + i,
              minute(i + 1).toEpochMilli(),
              0,
              new RawTarget.Real(5 + bias + random.nextGaussian())));
    }
    app.heartbeat(minute(LABELS + 100));
    app.settle();

    RecalibrationMap map =
        app.alerts().stream()
            .filter(alert -> alert.getSegment().equals("country=DE") && alert.getMap() != null)
            .reduce((first, second) -> second)
            .map(alert -> map(alert).map())
            .orElseThrow();
    Normal p = Normal.of(5, 1);
    assertThat(map.forSegments(Map.of("country", "FR")).recalibrate(p)).isEqualTo(p);
    assertThat(map.forSegments(Map.of()).recalibrate(p)).isEqualTo(p);
    assertThat(((Normal) map.forSegments(Map.of("country", "DE")).recalibrate(p)).mean(0))
        .isBetween(5.5, 6.1);
  }

  @Test
  void ofEnsemblesThereIsNoneAsTheirMembersCannotBeMovedByItsParameter() {
    TopologyHarness app = start();
    stream(
        app,
        random ->
            Ensemble.of(IntStream.range(0, 9).mapToDouble(i -> random.nextGaussian()).toArray()),
        (p, random) -> new RawTarget.Real(0.8 + random.nextGaussian()));

    assertThat(fired(app).getMap()).isNull();
    assertThat(fired(app).getNoMap()).startsWith("Its predictions are ensembles: ");
    assertThat(fired(app).getDescription())
        .doesNotContain("Map:")
        .contains("at that time, or recalibrate.");
  }

  static Stream<Arguments> kindsWithoutMaps() {
    return Stream.of(
        Arguments.of(Normal.diagonal(new double[] {0, 0}, new double[] {1, 1}), "multivariate"),
        Arguments.of(
            Mixture.of(new double[] {0.5, 0.5}, List.of(Normal.of(0, 1), Normal.of(0.5, 1))),
            "mixtures"));
  }

  @ParameterizedTest
  @MethodSource("kindsWithoutMaps")
  void whereEvenkeelHasNoMapsTheAlertSaysSoAndDoesNotAskForOne(
      PredictiveDistribution p, String kind) {
    TopologyHarness app = start();
    stream(
        app,
        random -> p,
        (any, random) ->
            p.space().size() == 1
                ? new RawTarget.Real(0.8 + random.nextGaussian())
                : new RawTarget.Reals(
                    (RealVector)
                        Target.of(0.8 + random.nextGaussian(), 0.8 + random.nextGaussian())));

    assertThat(fired(app).getNoMap())
        .isEqualTo("Its predictions are " + kind + ": Evenkeel has no maps for them.");
    assertThat(fired(app).getDescription())
        .contains("at that time, or retrain.")
        .doesNotContain("recalibrate");
  }

  @Test
  void ofLaplaceDistributionsOneCanBeLearnedFromAFile() {
    TopologyHarness app = start();
    stream(
        app,
        random -> new Laplace(0, 1),
        (p, random) -> new RawTarget.Real(1.2 + random.nextGaussian()));

    assertThat(fired(app).getNoMap())
        .startsWith("Its predictions are Laplace distributions: ")
        .endsWith("Learn one from a file with 'evenkeel recalibrate'.");
  }

  @Test
  void whenLabelsHaveStoppedNobodyCanSayWhatWouldMendThem() {
    TopologyHarness app = start("defaults.alert.no-data-after=2h");
    stream(app, random -> binary(0.9), (p, random) -> heads(random, 0.5));
    assertThat(fired(app).getNoMap()).isNull();
    for (int i = 600; i < 1500; i++) {
      app.predict("id-" + i, minute(i), binary(0.9));
    }
    app.heartbeat(minute(1500));
    app.settle();

    Alert missing =
        app.alerts().stream()
            .filter(alert -> alert.getRule().equals("miscalibration"))
            .reduce((first, second) -> second)
            .orElseThrow();
    assertThat(missing.getState()).isEqualTo(AlertState.NO_DATA);
    assertThat(missing.getMap()).isNull();
    assertThat(missing.getNoMap()).startsWith("Its labels stopped: ");
  }

  @Test
  void ofAnEventOfPredictionsThereIsNone() {
    TopologyHarness app = start("defaults.calibration=top-label");
    stream(
        app,
        random -> Categorical.of(0.9, 0.05, 0.05),
        (p, random) -> new RawTarget.Index(random.nextInt(3)));

    assertThat(fired(app).getMap()).isNull();
    assertThat(fired(app).getNoMap()).startsWith("The setting calibration names an event: ");
  }

  @Test
  void thereIsNoneAnyMoreWhenTheAlertHasEnded() {
    TopologyHarness app = start();
    stream(app, random -> binary(0.9), (p, random) -> heads(random, 0.5));
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 600; i < 2000; i++) {
      app.predict("id-" + i, minute(i), binary(0.9));
      app.label("id-" + i, minute(i + 1), random.nextDouble() < 0.9 ? 1 : 0);
    }
    app.heartbeat(minute(2200));
    app.settle();

    Alert last = app.alerts().get(app.alerts().size() - 1);
    assertThat(last.getState()).isEqualTo(AlertState.RESOLVED);
    assertThat(last.getMap()).isNull();
    assertThat(last.getNoMap()).isNull();
  }
}
