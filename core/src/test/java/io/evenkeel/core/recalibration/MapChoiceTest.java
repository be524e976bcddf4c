package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.score.IntervalCoverage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Faults that were put in are found, by their parameters; where there are none, no map is. */
class MapChoiceTest {

  private static UniformRandomProvider random(long seed) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  /** Log-odds z ~ N(0, 1.5²) are predicted, and truth(z) are right. */
  private static Observations binary(int n, long seed, DoubleUnaryOperator truth) {
    return binary(n, seed, 0, 1.5, truth);
  }

  /** Log-odds are normal around a centre. */
  private static Observations binary(
      int n, long seed, double centre, double spread, DoubleUnaryOperator truth) {
    UniformRandomProvider random = random(seed);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double z = centre + spread * gaussian.sample();
      double p = LogOdds.probability(z);
      predictions.add(Categorical.of(1 - p, p));
      double chance = LogOdds.probability(truth.applyAsDouble(z));
      targets.add(Target.ofClass(random.nextDouble() < chance ? 1 : 0));
    }
    return Observations.of(predictions, targets);
  }

  /** The target of each prediction N(m, s²) is what the function makes of it and of noise. */
  private static Observations numbers(int n, long seed, BiFunction<Normal, Double, Double> target) {
    UniformRandomProvider random = random(seed);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Normal p = Normal.of(280 + 8 * gaussian.sample(), 1 + random.nextDouble());
      predictions.add(p);
      targets.add(Target.of(target.apply(p, gaussian.sample())));
    }
    return Observations.of(predictions, targets);
  }

  private static double sd(Normal p) {
    return Math.sqrt(p.variance(0));
  }

  @Test
  void plattIsRecovered() {
    BetaCalibration map =
        (BetaCalibration) MapKind.PLATT.fit(binary(200_000, 1, z -> 0.7 * z + 0.4));
    assertThat(map.a()).isCloseTo(0.7, within(0.02)).isEqualTo(map.b());
    assertThat(map.c()).isCloseTo(0.4, within(0.02));
  }

  @Test
  void betaIsRecovered() {
    BetaCalibration map =
        (BetaCalibration)
            MapKind.BETA.fit(
                binary(
                    200_000,
                    2,
                    z -> {
                      double p = LogOdds.probability(z);
                      return 1.4 * Math.log(p) - 0.6 * Math.log(1 - p) + 0.3;
                    }));
    assertThat(map.a()).isCloseTo(1.4, within(0.05));
    assertThat(map.b()).isCloseTo(0.6, within(0.05));
    assertThat(map.c()).isCloseTo(0.3, within(0.05));
  }

  /** From cells or from every observation: the score of the penalised likelihood vanishes. */
  @Test
  void cellsLoseNearlyNothing() {
    Observations sample = binary(5_000, 3, z -> 0.7 * z + 0.4);
    BetaCalibration map = (BetaCalibration) MapKind.PLATT.fit(sample);
    double offset = 4 * map.c();
    double slope = 20 * (map.a() - 1);
    double curvature = 20;
    for (int i = 0; i < sample.size(); i++) {
      Categorical p = (Categorical) sample.prediction(i);
      double z = LogOdds.of(p);
      double q = LogOdds.probability(map.a() * z + map.c());
      double residual = q - (sample.target(i).equals(Target.ofClass(1)) ? 1 : 0);
      offset += residual;
      slope += residual * z;
      curvature += q * (1 - q) * z * z;
    }
    assertThat(slope / curvature).as("the next Newton step").isCloseTo(0, within(0.005));
    assertThat(offset / curvature).isCloseTo(0, within(0.005));
  }

  @Test
  void isotonicCalibrationFollowsAnyShape() {
    Observations sample = binary(200_000, 4, z -> z < 0 ? -1 : 2);
    RecalibrationMap map = MapKind.ISOTONIC.fit(sample);
    for (double z : new double[] {-2, -1, 1, 2}) {
      double p = LogOdds.probability(z);
      Categorical q = (Categorical) map.recalibrate(Categorical.of(1 - p, p));
      assertThat(LogOdds.of(q)).isCloseTo(z < 0 ? -1 : 2, within(0.1));
    }
  }

  @Test
  void shapesChooseRicherMaps() {
    assertThat(MapChoice.of(binary(20_000, 5, z -> 2 * z)).kind()).isEqualTo(MapKind.TEMPERATURE);
    assertThat(MapChoice.of(binary(20_000, 6, z -> z + 0.5)).kind()).isEqualTo(MapKind.SHIFT);
    assertThat(MapChoice.of(binary(20_000, 6, z -> 0.7 * z + 0.5)).kind()).isEqualTo(MapKind.PLATT);
    assertThat(MapChoice.of(binary(20_000, 7, z -> z < 0 ? -1 : 2)).kind())
        .isEqualTo(MapKind.ISOTONIC);
  }

  /** All their log-odds are on one side: a shift and a temperature are nearly alike. */
  @Test
  void rareEventsThatComeMoreOftenAreShiftedAndConfidentOnesHaveATemperature() {
    Observations shifted = binary(20_000, 22, -4, 0.7, z -> z + 1);
    Observations confident = binary(20_000, 23, -4, 0.7, z -> z / 1.5);

    assertThat(MapChoice.of(shifted).kind()).isEqualTo(MapKind.SHIFT);
    assertThat(MapChoice.of(confident).kind()).isEqualTo(MapKind.TEMPERATURE);
  }

  /** Nine are predicted, and none came: of the true chance that says little. */
  @Test
  void noMapTakesAnEventForImpossibleAsItHasNotComeYet() {
    Observations none = binary(500, 24, -4, 0.7, z -> -1e9);

    for (MapKind kind : MapKind.suiting(none.predictions())) {
      Categorical q = (Categorical) kind.fit(none).recalibrate(Categorical.of(0.98, 0.02));
      assertThat(q.probability(1)).as(kind.name()).isGreaterThan(1e-4);
    }
  }

  /** No loss that was seen varies, so that whatever makes the predictions surer seems proven. */
  @Test
  void noMapIsTriedWhereOtherClassesThanTheMostProbableNeitherCameNorWereExpected() {
    Observations calibrated = binary(1_500, 25, -7.5, 0.7, z -> -1e9);
    Observations surprised = binary(1_500, 26, -7.5, 0.7, z -> -4);
    Observations expected = binary(1_500, 27, -4, 0.7, z -> -1e9);

    assertThat(MapChoice.of(calibrated).isTried()).isFalse();
    assertThat(MapChoice.of(calibrated).isSome()).isFalse();
    assertThat(MapChoice.of(surprised).isSome()).isTrue();
    assertThat(MapChoice.of(expected).isSome()).isTrue();
  }

  /** Where one class comes more often than when the model was trained, no temperature helps. */
  @Test
  void anotherMixOfClassesChoosesVectorScaling() {
    UniformRandomProvider random = random(16);
    ClassShift truth = new ClassShift(2, 0.8);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    DirichletSampler sampler = DirichletSampler.symmetric(random, 4, 1);
    TargetSampler targetsOf = new TargetSampler(random);
    for (int i = 0; i < 4_000; i++) {
      Categorical p = Categorical.of(sampler.sample());
      predictions.add(p);
      targets.add(targetsOf.draw(truth.recalibrate(p)));
    }

    MapChoice choice = MapChoice.of(Observations.of(predictions, targets));

    assertThat(choice.kind()).isEqualTo(MapKind.TEMPERATURE_VECTOR);
    VectorScaling map = (VectorScaling) ((MapChain) choice.map()).maps().get(1);
    assertThat(map.offsets().get(2) - map.offsets().get(0)).isCloseTo(0.8, within(0.15));
  }

  /** What the procedure saves per observation. */
  private static double gained(Observations sample, Segments segments) {
    List<PredictiveDistribution> after =
        MapChoice.crossFit(sample, segments, Outcomes.each(sample.size()), () -> {});
    return IntStream.range(0, sample.size())
        .mapToDouble(
            i ->
                MapChoice.loss(sample.prediction(i), sample.target(i))
                    - MapChoice.loss(after.get(i), sample.target(i)))
        .average()
        .orElseThrow();
  }

  /** Curves learn the labels of the outcomes by heart, and judge rows of the same ones. */
  @Test
  void noMapWinsByRowsOfOutcomesThatItWasLearnedFrom() {
    int mapped = 0;
    int each = 0;
    for (int seed = 0; seed < 20; seed++) {
      UniformRandomProvider random = random(3_000 + seed);
      List<PredictiveDistribution> predictions = new ArrayList<>();
      List<Target> targets = new ArrayList<>();
      for (int outcome = 0; outcome < 100; outcome++) {
        double p = random.nextDouble();
        Target y = random.nextDouble() < p ? new ClassLabel(1) : new ClassLabel(0);
        predictions.addAll(Collections.nCopies(20, Categorical.of(1 - p, p)));
        targets.addAll(Collections.nCopies(20, y));
      }
      int[] interleaved = IntStream.range(0, 2_000).map(i -> i % 100 * 20 + i / 100).toArray();
      Observations together = Observations.of(predictions, targets);
      List<String> names =
          IntStream.range(0, 2_000).mapToObj(i -> Integer.toString(i / 20)).toList();
      each += MapChoice.of(together.subset(interleaved)).isSome() ? 1 : 0;
      mapped += MapChoice.of(together, Segments.none(2_000), Outcomes.of(names)).isSome() ? 1 : 0;
    }
    assertThat(each).isGreaterThan(10);
    assertThat(mapped).isLessThanOrEqualTo(3);
  }

  @Test
  void noMapWinsWhereThereIsNothingToGain() {
    int mapped = 0;
    double gained = 0;
    for (int seed = 0; seed < 100; seed++) {
      Observations sample = binary(500, 1_000 + seed, z -> z);
      mapped += MapChoice.of(sample).kind() == MapKind.IDENTITY ? 0 : 1;
      gained += gained(sample, Segments.none(sample.size())) / 100;
    }
    assertThat(mapped).isLessThanOrEqualTo(10);
    assertThat(gained).isBetween(-0.001, 0.0005);
  }

  @Test
  void locationAndScaleAreRecovered() {
    LocationScale map =
        (LocationScale)
            MapKind.LOCATION_SCALE.fit(
                numbers(50_000, 8, (p, z) -> p.mean(0) + sd(p) * (0.3 + 1.5 * z)));
    assertThat(map.shift()).isCloseTo(0.3, within(0.03));
    assertThat(map.scale()).isCloseTo(1.5, within(0.03));
  }

  @Test
  void normalRegressionIsRecovered() {
    NormalRegression map =
        (NormalRegression)
            MapKind.NORMAL_REGRESSION.fit(
                numbers(
                    50_000,
                    9,
                    (p, z) -> 30 + 0.9 * p.mean(0) + Math.sqrt(2 + 0.5 * p.variance(0)) * z));
    assertThat(map.b()).isCloseTo(0.9, within(0.01));
    assertThat(map.a() + 280 * map.b()).isCloseTo(30 + 0.9 * 280, within(0.05));
    assertThat(map.c()).isCloseTo(2, within(0.2));
    assertThat(map.d()).isCloseTo(0.5, within(0.1));
  }

  @Test
  void aSpreadThatSaysNothingBecomesAConstant() {
    NormalRegression map =
        (NormalRegression)
            MapKind.NORMAL_REGRESSION.fit(
                numbers(5_000, 10, (p, z) -> p.mean(0) + (4 - sd(p)) * z));
    assertThat(map.d()).isZero();
    assertThat(map.c()).isBetween(5.0, 8.0);
  }

  @Test
  void aQuantileMapHasTheSharesOfItsSample() {
    QuantileMap map =
        (QuantileMap)
            MapKind.QUANTILE_MAP.fit(numbers(50_000, 11, (p, z) -> p.mean(0) + 2 * sd(p) * z));
    int median = map.levels().indexOf(0.5);
    assertThat(map.shares().get(median)).isCloseTo(0.5, within(0.01));
    assertThat(map.shares().get(map.levels().indexOf(0.05)))
        .as("Φ(−1.645 / 2)")
        .isCloseTo(0.2054, within(0.01));
  }

  /** The quantile map would move the outermost quantiles by half of it: no level is beyond them. */
  @Test
  void quantileForecastsOfFewLevelsThatAreTooNarrowAreScaled() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(21);
    ZigguratSampler.NormalizedGaussian gauss = ZigguratSampler.NormalizedGaussian.of(random);
    double[] levels = {0.1, 0.5, 0.9};
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      double mean = gauss.sample();
      predictions.add(Quantiles.of(levels, new double[] {mean - 1.2816, mean, mean + 1.2816}));
      targets.add(Target.of(mean + 1.7 * gauss.sample() + 0.2));
    }
    Observations sample = Observations.of(predictions, targets);

    MapChoice choice = MapChoice.of(sample);

    assertThat(choice.kind()).isEqualTo(MapKind.SCALE);
    LocationScale map = (LocationScale) choice.map();
    assertThat(map.shift()).isZero();
    assertThat(map.scale()).isCloseTo(1.7, within(0.05));
    Observations mapped =
        Observations.of(predictions.stream().map(map::recalibrate).toList(), targets);
    assertThat(IntervalCoverage.of(mapped, 0.8).share()).isCloseTo(0.8, within(0.02));
  }

  @Test
  void theMapOfQuantileForecastsIsSymmetric() {
    double[] levels = {0.1, 0.5, 0.9};
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      predictions.add(Quantiles.of(levels, new double[] {-1, 0, 1}));
      targets.add(Target.of(i % 2 == 0 ? 0.5 : 9));
    }
    QuantileMap map =
        (QuantileMap) MapKind.SYMMETRIC_QUANTILE_MAP.fit(Observations.of(predictions, targets));

    assertThat(map.shares().get(0))
        .as("half of those beyond lie below; and a fifth of 1,000 as predicted")
        .isCloseTo(0.8 * 0.25 + 0.2 * 0.1, within(1e-12));
    assertThat(map.shares().get(1)).isCloseTo(0.5, within(1e-12));
    assertThat(map.shares().get(2)).isCloseTo(0.78, within(1e-12));
  }

  private static Categorical uniform(int m) {
    return Categorical.of(DoubleStream.generate(() -> 1.0 / m).limit(m).toArray());
  }

  @Test
  void offersWhatSuits() {
    assertThat(MapKind.suiting(List.of(Categorical.of(0.2, 0.8))))
        .containsExactly(
            MapKind.IDENTITY,
            MapKind.SHIFT,
            MapKind.TEMPERATURE,
            MapKind.PLATT,
            MapKind.BETA,
            MapKind.ISOTONIC);
    assertThat(MapKind.suiting(List.of(Categorical.of(0.2, 0.3, 0.5))))
        .containsExactly(
            MapKind.IDENTITY,
            MapKind.TEMPERATURE,
            MapKind.TEMPERATURE_VECTOR,
            MapKind.TEMPERATURE_ISOTONIC,
            MapKind.TEMPERATURE_VECTOR_ISOTONIC,
            MapKind.TEMPERATURE_DIRICHLET);
    assertThat(MapKind.suiting(List.of(uniform(15)))).doesNotContain(MapKind.TEMPERATURE_DIRICHLET);
    assertThat(MapKind.suiting(List.of(uniform(30))))
        .as("of many classes, these take too long")
        .containsExactly(MapKind.IDENTITY, MapKind.TEMPERATURE, MapKind.TEMPERATURE_ISOTONIC);
    assertThat(MapKind.suiting(List.of(Normal.of(0, 1), Ensemble.of(1, 2))))
        .containsExactly(
            MapKind.IDENTITY,
            MapKind.NORMAL_REGRESSION,
            MapKind.QUANTILE_MAP,
            MapKind.NORMAL_REGRESSION_QUANTILE_MAP);
    assertThat(MapKind.suiting(List.of(Counts.poisson(2))))
        .containsExactly(MapKind.IDENTITY, MapKind.LOCATION_SCALE);
    assertThat(MapKind.suiting(List.of(new Laplace(0, 1))))
        .containsExactly(MapKind.IDENTITY, MapKind.QUANTILE_MAP);
    assertThat(MapKind.suiting(List.of(Normal.diagonal(new double[2], new double[] {1, 1}))))
        .containsExactly(MapKind.IDENTITY);
  }

  @Test
  void ofAFewLabelsNothingIsLearned() {
    assertThat(MapChoice.of(binary(9, 12, z -> z + 9)).kind()).isEqualTo(MapKind.IDENTITY);
  }

  private static Segments segments(int n, int count) {
    return new Segments("region", IntStream.range(0, n).mapToObj(i -> "r" + i % count).toList());
  }

  @Test
  void segmentsThatDifferHaveShifts() {
    AtomicInteger row = new AtomicInteger();
    Observations sample = binary(4_000, 13, z -> z + (row.getAndIncrement() % 10 < 5 ? 0.8 : -0.8));

    MapChoice choice = MapChoice.of(sample, segments(4_000, 10));

    assertThat(choice.bySegment()).isTrue();
    assertThat(choice.kind()).isEqualTo(MapKind.IDENTITY);
    SegmentMap map = (SegmentMap) choice.map();
    assertThat(map.maps()).hasSize(10);
    for (int k = 0; k < 10; k++) {
      ClassShift shift = (ClassShift) map.forSegments(Map.of("region", "r" + k));
      assertThat(shift.logOdds()).isCloseTo(k < 5 ? 0.8 : -0.8, within(0.3));
    }
    assertThat(((ClassShift) map.others()).logOdds()).isCloseTo(0, within(0.1));
    assertThat(map.forSegments(Map.of("region", "elsewhere"))).isEqualTo(map.others());
  }

  @Test
  void segmentsThatDoNotDifferHaveNone() {
    int divided = 0;
    double gained = 0;
    for (int seed = 0; seed < 50; seed++) {
      Observations sample = binary(500, 2_000 + seed, z -> z);
      Segments segments = segments(500, 25);
      divided += MapChoice.of(sample, segments).bySegment() ? 1 : 0;
      gained += gained(sample, segments) / 50;
    }
    assertThat(divided).isLessThanOrEqualTo(5);
    assertThat(gained).isBetween(-0.001, 0.0005);
  }

  /** Biases of stations have the standard deviation 1, and noise 1, in predicted ones. */
  @Test
  void segmentsOfNumbersAreWiderTheLessIsKnown() {
    AtomicInteger row = new AtomicInteger();
    Observations sample =
        numbers(6_000, 14, (p, z) -> p.mean(0) + sd(p) * (z + bias(row.getAndIncrement() % 60)));

    SegmentMap map = (SegmentMap) MapKind.IDENTITY.fit(sample, segments(6_000, 60));

    for (int k = 0; k < 60; k++) {
      LocationScale one = (LocationScale) map.forSegments(Map.of("region", "r" + k));
      assertThat(one.shift()).isCloseTo(bias(k), within(0.4));
      assertThat(one.scale()).isCloseTo(1, within(0.05));
    }
    assertThat(((LocationScale) map.others()).scale())
        .as("the root of the variances of noise and of biases")
        .isCloseTo(Math.sqrt(2), within(0.15));
  }

  /** Those of 60 stations, of the variance 1. */
  private static double bias(int station) {
    return Math.sqrt(3) * (2 * (station + 0.5) / 60 - 1);
  }

  /** Counts whose normal scores are shifted by what the function says of their row. */
  private static Observations counts(int n, long seed, IntToDoubleFunction shift) {
    UniformRandomProvider random = random(seed);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Counts p = Counts.poisson(Math.exp(1.5 * gaussian.sample()));
      double level = StandardNormal.cdf(gaussian.sample() + shift.applyAsDouble(i));
      double count = 0;
      for (double below = p.probability(0); below < level; below += p.probability(count)) {
        count++;
      }
      predictions.add(p);
      targets.add(Target.of(count));
    }
    return Observations.of(predictions, targets);
  }

  @Test
  void segmentsOfCountsAreWiderTheLessIsKnown() {
    Observations sample = counts(3_000, 16, i -> bias(i % 60) / 2);
    Segments segments = segments(3_000, 60);

    MapChoice choice = MapChoice.of(sample, segments);
    SegmentMap map = (SegmentMap) MapKind.IDENTITY.fit(sample, segments);

    assertThat(choice.bySegment()).isTrue();
    for (int k = 0; k < 60; k++) {
      LocationScale one = (LocationScale) map.forSegments(Map.of("region", "r" + k));
      assertThat(one.shift()).isCloseTo(bias(k) / 2, within(0.5));
      assertThat(one.scale()).isCloseTo(1, within(0.06));
    }
    LocationScale others = (LocationScale) map.others();
    assertThat(others.shift())
        .as("that of one shift for all, which is not quite the mean of several")
        .isCloseTo(0, within(0.1));
    assertThat(others.scale())
        .as("the root of the variances of noise and of biases")
        .isCloseTo(Math.sqrt(1.25), within(0.05));
  }

  @Test
  void segmentsOfCalibratedCountsHaveNoShifts() {
    int divided = 0;
    for (int seed = 0; seed < 20; seed++) {
      divided +=
          MapChoice.of(counts(500, 3_000 + seed, i -> 0), segments(500, 25)).bySegment() ? 1 : 0;
    }
    assertThat(divided).isLessThanOrEqualTo(2);
  }

  @Test
  void oneSegmentIsNone() {
    Observations sample = binary(100, 15, z -> z);

    assertThat(MapKind.PLATT.fit(sample, segments(100, 1))).isEqualTo(MapKind.PLATT.fit(sample));
  }
}
