package io.evenkeel.app.topology;

import static io.evenkeel.app.topology.TopologyHarness.binary;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.recalibrate.MapJson;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.core.recalibration.BetaCalibration;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.NormalRegression;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.PublishedMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which map a series publishes, and until when. */
class PublishedMapTopologyTest extends TopologyScenario {
  private final SplittableRandom random = new SplittableRandom(3);
  private int minutes;

  /** So many cases, one a minute; the labels of those without a target never come. */
  private void stream(
      TopologyHarness app,
      int cases,
      Supplier<? extends PredictiveDistribution> predictions,
      Function<PredictiveDistribution, RawTarget> truth) {
    for (int i = 0; i < cases; i++, minutes++) {
      PredictiveDistribution p = predictions.get();
      app.predict("id-" + minutes, minute(minutes), p);
      RawTarget target = truth.apply(p);
      app.label(new LabelEvent("id-" + minutes, minute(minutes + 1).toEpochMilli(), 0, target));
    }
  }

  private static void end(TopologyHarness app, int minutes) {
    app.heartbeat(minute(minutes + 100));
    app.settle();
  }

  /** Of .9 or .1. */
  private Categorical sure() {
    return binary(random.nextBoolean() ? 0.9 : 0.1);
  }

  private RawTarget trueWith(double share, PredictiveDistribution p) {
    boolean isLikely = ((Categorical) p).probability(1) > 0.5;
    return new RawTarget.Index(random.nextDouble() < share == isLikely ? 1 : 0);
  }

  private static List<PublishedMap> maps(TopologyHarness app) {
    return app.recalibrations();
  }

  private static LearnedMap map(PublishedMap published) {
    return MapJson.read(Objects.requireNonNull(published.getMap()));
  }

  @Test
  void aMapThatLabelsProveIsPublishedAndWhatItSavesIsSaid() {
    TopologyHarness app = start();
    stream(app, 1200, this::sure, p -> trueWith(0.7, p));
    end(app, minutes);

    List<PublishedMap> maps = maps(app);
    PublishedMap first = maps.get(0);
    assertThat(first.getModel()).isEqualTo("churn");
    assertThat(first.getUpdatedAt()).isBefore(minute(600));
    assertThat(first.getLogEvidence()).isGreaterThan(Math.log(20));
    assertThat(first.getLaterLabels()).isZero();
    assertThat(first.getGain()).isNull();
    PublishedMap last = maps.get(maps.size() - 1);
    assertThat(last.getWords()).isEqualTo(map(last).map().describe());
    assertThat(((Categorical) map(last).map().recalibrate(binary(0.9))).probability(1))
        .isBetween(0.6, 0.8);
    assertThat(map(last).from()).isEqualTo(minute(0));
    assertThat(map(last).to()).isEqualTo(last.getUpdatedAt());
  }

  @Test
  void aLineIsPublishedWhereBothSlopeAndOffsetOfTheLogOddsAreWrong() {
    TopologyHarness app = start();
    stream(
        app,
        2500,
        () -> binary(1 / (1 + Math.exp(-2 * random.nextGaussian()))),
        p -> {
          double predicted = ((Categorical) p).probability(1);
          double odds = 0.5 * Math.log(predicted / (1 - predicted)) + 0.8;
          return new RawTarget.Index(random.nextDouble() * (1 + Math.exp(-odds)) < 1 ? 1 : 0);
        });
    end(app, minutes);

    PublishedMap last = maps(app).get(maps(app).size() - 1);
    assertThat(last.getWords()).startsWith("Platt: log-odds × 0.").contains(" + 0.");
    assertThat(last.getGain()).isGreaterThan(0.03);
    BetaCalibration line = (BetaCalibration) map(last).map();
    assertThat(line.a()).isEqualTo(line.b()).isBetween(0.4, 0.6);
    assertThat(line.c()).isBetween(0.65, 0.95);
  }

  @Test
  void aShiftIsPublishedTogetherWithAScaleWhereNormalDistributionsNeedBoth() {
    TopologyHarness app = start();
    stream(
        app,
        900,
        () -> Normal.of(random.nextGaussian(), 1 + random.nextDouble()),
        p -> {
          Normal normal = (Normal) p;
          double z = 0.5 + 1.5 * random.nextGaussian();
          return new RawTarget.Real(normal.mean(0) + z * Math.sqrt(normal.variance(0)));
        });
    end(app, minutes);

    PublishedMap last = maps(app).get(maps(app).size() - 1);
    LocationScale map = (LocationScale) map(last).map();
    assertThat(map.shift()).isBetween(0.35, 0.65);
    assertThat(map.scale()).isBetween(1.35, 1.65);
    assertThat(last.getWords()).startsWith("biased low by 0.").contains(", too narrow: scale 1.");
  }

  @Test
  void countsThatComeMoreOftenThanSaidHaveAShift() {
    TopologyHarness app = start();
    stream(
        app,
        900,
        () -> Counts.poisson(1 + 4 * random.nextDouble()),
        p -> {
          Counts truth = Counts.poisson(1.4 * ((Counts) p).mean());
          return new RawTarget.Real(Univariate.of(truth).quantile(random.nextDouble()));
        });
    end(app, minutes);

    PublishedMap last = maps(app).get(maps(app).size() - 1);
    Counts moved = (Counts) map(last).map().recalibrate(Counts.poisson(3));
    assertThat(moved.mean()).isBetween(3.8, 4.6);
    assertThat(last.getWords()).startsWith("biased low by 0.");
    assertThat(last.getGain()).isGreaterThan(0.05);
  }

  @Test
  void orderedClassesHaveNoMapAsTheirPredictionsAreOfClasses() {
    TopologyHarness app = start("defaults.calibration=ordered");
    stream(
        app,
        1200,
        () -> Categorical.of(0.6, 0.3, 0.1),
        p -> new RawTarget.Index(random.nextInt(3)));
    end(app, minutes);

    assertThat(maps(app)).allMatch(published -> published.getMap() == null);
    assertThat(app.alerts()).isNotEmpty();
  }

  @Test
  void quantilesAtFewLevelsHaveAShiftAndAScaleToo() {
    TopologyHarness app = start();
    stream(
        app,
        900,
        () -> {
          double median = random.nextGaussian();
          return Quantiles.of(
              new double[] {0.1, 0.5, 0.9},
              new double[] {median - 1.2816, median, median + 1.2816});
        },
        p -> new RawTarget.Real(((Quantiles) p).value(1) + 0.5 + 1.5 * random.nextGaussian()));
    end(app, minutes);

    PublishedMap last = maps(app).get(maps(app).size() - 1);
    LocationScale map = (LocationScale) map(last).map();
    assertThat(map.shift()).isBetween(0.3, 0.7);
    assertThat(map.scale()).isBetween(1.25, 1.75);
    assertThat(last.getWords()).startsWith("biased low by 0.").contains(", too narrow: scale 1.");
  }

  @Test
  void aMapThatLabelsNoLongerNeedIsWithdrawn() {
    TopologyHarness app = start();
    stream(app, 900, this::sure, p -> trueWith(0.6, p));
    stream(app, 900, this::sure, p -> trueWith(0.9, p));
    end(app, minutes);

    PublishedMap last = maps(app).get(maps(app).size() - 1);
    assertThat(last.getMap()).isNull();
    assertThat(last.getWords()).isEqualTo("no map: the newest labels do not need one");
    assertThat(last.getLaterLabels()).isPositive();
    assertThat(last.getGain()).isPositive();
  }

  @Test
  void anAlertSaysThatAMapIsPublishedAndWhatItHasSaved() {
    TopologyHarness app = start();
    stream(app, 900, this::sure, p -> trueWith(0.8, p));
    stream(app, 600, this::sure, p -> trueWith(0.6, p));
    end(app, minutes);

    List<Alert> alerts = app.alerts();
    assertThat(alerts.get(0).getDescription())
        .contains("A proven map is published (evenkeel recalibrations).\n");
    assertThat(alerts.get(alerts.size() - 1).getDescription())
        .containsPattern(
            "A proven map is published \\(evenkeel recalibrations\\); on \\d+ later labels such maps"
                + " would have saved 0\\.\\d+ nats per label \\(0\\.\\d+ to 0\\.\\d+\\)\\.");
  }

  @Test
  void eachChangeIsPublishedOnceHoweverOftenTheSeriesIsJudged() {
    TopologyHarness app = start();
    stream(app, 900, this::sure, p -> trueWith(0.7, p));
    end(app, minutes);
    List<PublishedMap> maps = maps(app);

    // A label that comes late changes a window, which is judged once more.
    app.label("id-880", minute(960), 1);
    app.settle();

    assertThat(maps(app)).isEqualTo(maps);
    assertThat(maps).doesNotHaveDuplicates();
  }

  @Test
  void calibratedPredictionsHaveNone() {
    TopologyHarness app = start();
    stream(app, 1500, this::sure, p -> trueWith(0.9, p));
    end(app, minutes);

    assertThat(maps(app)).isEmpty();
  }

  @Test
  void ensemblesGetANormalRegression() {
    TopologyHarness app = start();
    stream(app, 900, this::ensemble, p -> new RawTarget.Real(1.5 + random.nextGaussian()));
    end(app, minutes);

    PublishedMap published = maps(app).get(0);
    NormalRegression map =
        (NormalRegression) MapJson.read(Objects.requireNonNull(published.getMap())).map();
    assertThat(map.a()).isCloseTo(1.5, within(0.3));
    assertThat(published.getWords()).startsWith("normal regression: mean ");
    assertThat(map.recalibrate(ensemble())).isInstanceOf(Normal.class);
    assertThat(map.isFor(Normal.of(0, 1))).as("another kind of prediction").isFalse();
  }

  @Test
  void aMapOfEnsemblesIsWithdrawnWhenPredictionsAreNoEnsemblesAnyMore() {
    TopologyHarness app = start();
    stream(app, 900, this::ensemble, p -> new RawTarget.Real(1.5 + random.nextGaussian()));
    stream(app, 60, () -> Normal.of(0, 1), p -> new RawTarget.Real(random.nextGaussian()));
    end(app, minutes);

    PublishedMap last = maps(app).get(maps(app).size() - 1);
    assertThat(last.getMap()).isNull();
    assertThat(last.getWords())
        .isEqualTo(
            "no map: the proof begins again, as predictions are of another kind or a setting has"
                + " changed");
    assertThat(last.getLaterLabels()).isZero();
  }

  @Test
  void ofEnsemblesAnAlertSaysAgainstWhatASavingIsCounted() {
    TopologyHarness app = start();
    stream(app, 900, this::ensemble, p -> new RawTarget.Real(0.5 + random.nextGaussian()));
    stream(app, 600, this::ensemble, p -> new RawTarget.Real(4 * random.nextGaussian()));
    end(app, minutes);

    List<Alert> alerts = app.alerts();
    assertThat(alerts.get(alerts.size() - 1).getDescription())
        .containsPattern(
            " such maps would have saved .* nats per label \\(.*\\), counted against normal"
                + " distributions with the means and variances of the members\\.");
  }

  @Test
  void ensemblesThatCouldChangePlacesWithTheirTargetsHaveNone() {
    TopologyHarness app = start();
    stream(app, 900, this::ensemble, p -> new RawTarget.Real(random.nextGaussian()));
    end(app, minutes);

    assertThat(maps(app)).isEmpty();
  }

  private Ensemble ensemble() {
    return Ensemble.of(IntStream.range(0, 9).mapToDouble(i -> random.nextGaussian()).toArray());
  }

  @Test
  void predictionsThatNoMapCanMoveHaveNone() {
    TopologyHarness app = start();
    stream(
        app,
        900,
        () -> new Laplace(random.nextGaussian(), 1),
        p -> new RawTarget.Real(3 + random.nextGaussian()));
    end(app, minutes);

    assertThat(maps(app)).isEmpty();
  }

  @Test
  void anEventOfPredictionsHasNone() {
    TopologyHarness app = start("defaults.calibration=top-label");
    stream(
        app,
        900,
        () -> Categorical.of(0.9, 0.05, 0.05),
        p -> new RawTarget.Index(random.nextInt(3)));
    end(app, minutes);

    assertThat(maps(app)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"none, true", "0.3, false"})
  void aMapIsWithdrawnWhileManyLabelsAreMissing(String minCoverage, boolean isWithdrawn) {
    TopologyHarness app = start("defaults.labels.min-coverage=" + minCoverage);
    stream(app, 900, this::sure, p -> trueWith(0.7, p));
    for (int i = 0; i < 300; i++, minutes++) {
      Categorical p = sure();
      app.predict("id-" + minutes, minute(minutes), p);
      if (minutes % 3 == 0) {
        app.label(
            new LabelEvent(
                "id-" + minutes, minute(minutes + 1).toEpochMilli(), 0, trueWith(0.7, p)));
      }
    }
    end(app, minutes);

    PublishedMap last = maps(app).get(maps(app).size() - 1);
    assertThat(maps(app).stream().anyMatch(map -> map.getMap() == null)).isEqualTo(isWithdrawn);
    if (isWithdrawn) {
      assertThat(last.getWords())
          .isEqualTo(
              "no map: many predictions have no label, so that labels may be no fair sample");
    }
  }

  /** One prediction a minute of a version, whose labels come a minute later. */
  private void serve(TopologyHarness app, String version, int cases, double share) {
    for (int i = 0; i < cases; i++, minutes++) {
      Categorical p = sure();
      String id = "id-" + minutes;
      app.predict(
          new PredictionEvent(
              id, "churn", version, minute(minutes).toEpochMilli(), Map.of(), Map.of(), p));
      app.label(new LabelEvent(id, minute(minutes + 1).toEpochMilli(), 0, trueWith(share, p)));
    }
  }

  @Test
  void aMapIsWithdrawnWhenItsVersionIsRetiredAndTheWordsSaySo() {
    TopologyHarness app =
        start("defaults.alert.no-data-after=2h", "defaults.alert.retire-after=4h");
    serve(app, "3", 900, 0.6);
    serve(app, "4", 600, 0.9);
    end(app, minutes);

    List<PublishedMap> maps = maps(app);
    PublishedMap last = maps.get(maps.size() - 1);
    assertThat(last.getVersion()).isEqualTo("3");
    assertThat(last.getMap()).isNull();
    assertThat(last.getWords())
        .isEqualTo(
            "no map: version 3 was retired: it has made no predictions since "
                + minute(900)
                + ", and the model goes on without");
    assertThat(last.getUpdatedAt()).isEqualTo(minute(900 + 240)).isEqualTo(last.getSince());
    assertThat(last.getVerdict()).isNull();

    serve(app, "3", 100, 0.9);
    end(app, minutes);

    assertThat(maps(app)).as("nothing is left to be withdrawn when it comes back").isEqualTo(maps);
  }
}
