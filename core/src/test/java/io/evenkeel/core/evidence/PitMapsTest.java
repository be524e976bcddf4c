package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.RecalibrationFamily.Score;
import io.evenkeel.core.score.Binning;
import io.evenkeel.core.score.LabelNoise;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PitMapsTest {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);
  private static final SketchPlan PLAN = SketchPlan.of(TargetSpace.reals(1), null);
  private static final double[] NONE = {};
  private static final double[] DECILES = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  private static final double[] THREE = {0.1, 0.5, 0.9};
  private final SplittableRandom random = new SplittableRandom(2);
  private final PitMaps maps = new PitMaps(LabelNoise.USUAL);

  /** Predictions by their mean and sd, or by their quantiles at levels. */
  private Sketch sketch(int size, double shift, double scale, double... levels) {
    Sketch sketch = PLAN.empty();
    for (int i = 0; i < size; i++) {
      double mean = random.nextGaussian();
      double sd = 0.5 + random.nextDouble();
      double[] values =
          Arrays.stream(levels)
              .map(level -> mean + sd * STANDARD.inverseCumulativeProbability(level))
              .toArray();
      sketch.add(
          levels.length == 0 ? Normal.of(mean, sd) : Quantiles.of(levels, values),
          Target.of(mean + sd * (shift + scale * random.nextGaussian())));
    }
    return sketch;
  }

  private LocationScale fitted(Sketch sketch) {
    return maps.published(maps.fit(PitDensity.counts(sketch)).orElseThrow());
  }

  static Stream<double[]> forecasts() {
    return Stream.of(NONE, DECILES, THREE);
  }

  @ParameterizedTest
  @MethodSource("forecasts")
  void findsShiftAndScaleOfNormalsAndOfQuantilesAtAnyLevels(double... levels) {
    LocationScale fitted = fitted(sketch(20_000, 0.3, 1.3, levels));

    // Four standard errors of three quantiles.
    assertThat(fitted.shift()).isCloseTo(0.3, within(0.05));
    assertThat(fitted.scale()).isCloseTo(1.3, within(0.06));
  }

  @Test
  void theLogRatioOfQuantilesIsThatOfTheIntervalsBetweenThem() {
    LocationScale map = new LocationScale(0.3, 1.3);
    NormalDistribution moved = NormalDistribution.of(0.3, 1.3);
    double[] sums = PitDensity.counts(sketch(500, 0.3, 1.3, THREE));
    double[] shares = {sum(sums, 0, 0.1), sum(sums, 0.1, 0.5), sum(sums, 0.5, 0.9)};
    double[] cdf =
        Arrays.stream(THREE)
            .map(u -> moved.cumulativeProbability(STANDARD.inverseCumulativeProbability(u)))
            .toArray();
    double exact =
        shares[0] * Math.log(cdf[0] / 0.1)
            + shares[1] * Math.log((cdf[1] - cdf[0]) / 0.4)
            + shares[2] * Math.log((cdf[2] - cdf[1]) / 0.4)
            + sum(sums, 0.9, 1) * Math.log((1 - cdf[2]) / 0.1);

    double[] fitted = maps.fit(sums).orElseThrow();
    double[] same = {map.shift(), map.scale(), fitted[2]};

    assertThat(maps.logRatio(same, sums)).isCloseTo(exact, within(1e-9));
  }

  private static double sum(double[] sums, double from, double to) {
    Binning bins = ReliabilityMoments.PIT_BINNING;
    return IntStream.range(0, sums.length)
        .filter(b -> bins.lower(b) >= from - 1e-12 && bins.upper(b) <= to + 1e-12)
        .mapToDouble(b -> sums[b])
        .sum();
  }

  @ParameterizedTest
  @MethodSource("forecasts")
  void theRatioOfALabelIsAtMostOneOnAverageIfPredictionsAreCalibrated(double... levels) {
    double[] map = maps.fit(PitDensity.counts(sketch(1000, 0.3, 1.3, levels))).orElseThrow();
    double sum = 0;
    int labels = 20_000;
    for (int i = 0; i < labels; i++) {
      sum += Math.exp(maps.logRatio(map, PitDensity.counts(sketch(1, 0, 1, levels))));
    }

    // The variance of a ratio is below 1, so that this is more than four standard errors.
    assertThat(sum / labels).isBetween(0.97, 1.03);
  }

  @Test
  void predictionsThatAreFarOffAreShiftedAndNotMadeNarrower() {
    Sketch kelvin = PLAN.empty();
    for (int i = 0; i < 5000; i++) {
      kelvin.add(Normal.of(10, 2), Target.of(283 + random.nextGaussian()));
    }

    LocationScale fitted = fitted(kelvin);

    assertThat(fitted.shift()).isEqualTo(LabelNoise.USUAL.farthest());
    assertThat(fitted.scale()).isGreaterThan(1);
  }

  @Test
  void calibratedPredictionsHaveHardlyAMap() {
    maps.fit(PitDensity.counts(sketch(20_000, 0, 1)))
        .ifPresent(
            map -> {
              assertThat(map[0]).isCloseTo(0, within(0.03));
              assertThat(map[1]).isCloseTo(1, within(0.03));
            });
    assertThat(maps.fit(PitDensity.counts(PLAN.empty()))).isEmpty();
  }

  @Test
  void theScoreIsStandardWhereTheMapIsRight() {
    double[] map = maps.fit(PitDensity.counts(sketch(20_000, 0.1, 1.1, DECILES))).orElseThrow();
    double sum = 0;
    double squares = 0;
    int panes = 2000;
    for (int i = 0; i < panes; i++) {
      double[] pane = PitDensity.counts(sketch(30, map[0], map[1], DECILES));
      Score score = maps.score(0, Optional.of(map), pane);
      sum += score.slope();
      squares += score.slope() * score.slope();
    }

    assertThat(sum / panes).isCloseTo(0, within(0.1));
    assertThat(squares / panes).isCloseTo(1, within(0.1));
  }
}
