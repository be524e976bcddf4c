package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.LogRatios;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.score.LabelNoise;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forecasts by quantiles of an amount that is often 0: of what is above 0 of a normal distribution.
 */
class RainQuantilesTest {
  private static final TargetSpace SPACE = TargetSpace.reals(1);
  private static final int PANES = 60;
  private static final int LABELS = 50;
  private static final double[] LEVELS = {0.05, 0.25, 0.5, 0.75, 0.95};

  private static Quantiles forecast(double centre, double sd, double... levels) {
    return Quantiles.of(
        levels,
        Arrays.stream(levels)
            .map(level -> Math.max(0, centre + sd * StandardNormal.quantile(level)))
            .toArray());
  }

  /** By the probabilities of all that a target may be: 0, or between two neighbouring quantiles. */
  @ParameterizedTest
  @ValueSource(doubles = {-1.5, -0.6, -0.1, 0.3, 1, 1.9})
  void eachRatioIsOneOnAverage(double centre) {
    RecalibrationGrid grid = RecalibrationGrid.of(SPACE, LabelNoise.NONE);
    LogRatios ratios = grid.logRatios();
    double[] nineteen = IntStream.rangeClosed(1, 19).mapToDouble(k -> k / 20.0).toArray();
    for (double[] levels : List.of(LEVELS, nineteen)) {
      Quantiles forecast = forecast(centre, 1, levels);
      double[] ends =
          IntStream.rangeClosed(0, levels.length + 1)
              .mapToDouble(
                  k -> k == 0 ? 0 : k > levels.length ? 100 : Math.max(0, forecast.value(k - 1)))
              .toArray();
      double[] expectation = new double[grid.size()];
      double below = StandardNormal.cdf(-centre);
      add(ratios, forecast, 0, below, expectation);
      for (int k = 1; k < ends.length; k++) {
        double through = StandardNormal.cdf(ends[k] - centre);
        add(ratios, forecast, (ends[k - 1] + ends[k]) / 2, through - below, expectation);
        below = through;
      }
      for (double mean : expectation) {
        assertThat(mean).as("%s", forecast).isCloseTo(1, within(1e-9));
      }
    }
  }

  /** Of which some more may be 0 than the highest level says. */
  @ParameterizedTest
  @ValueSource(doubles = {-9, -3, -1.7})
  void ofAForecastOfNothingNoRatioIsMoreThanOneOnAverage(double centre) {
    RecalibrationGrid grid = RecalibrationGrid.of(SPACE, LabelNoise.NONE);
    LogRatios ratios = grid.logRatios();
    Quantiles forecast = forecast(centre, 1, LEVELS);
    double[] expectation = new double[grid.size()];
    double dry = StandardNormal.cdf(-centre);
    add(ratios, forecast, 0, dry, expectation);
    add(ratios, forecast, 1, 1 - dry, expectation);

    assertThat(Arrays.stream(expectation).max().orElseThrow()).isLessThanOrEqualTo(1 + 1e-9);
  }

  private static void add(
      LogRatios ratios, Quantiles forecast, double y, double p, double... expectation) {
    if (p > 0 && ratios.evaluate(forecast, Target.of(y))) {
      for (int i = 0; i < expectation.length; i++) {
        expectation[i] += p * Math.exp(ratios.get(i));
      }
    }
  }

  @Test
  void nothingIsFoundInForecastsThatAreRight() {
    FollowedForecasts found = follow(0, 1);

    assertThat(found.logE()).isLessThan(Math.log(20));
    assertThat(found.logDetector()).isLessThan(Math.log(100));
  }

  /** A target is centre + sd (shift + scale z), and 0 if that is below. */
  @ParameterizedTest
  @CsvSource({"0, 1.5", "0, 0.667", "0.3, 1", "-0.3, 1"})
  void aFaultIsFoundWithItsSize(double shift, double scale) {
    FollowedForecasts found = follow(shift, scale);

    assertThat(found.logE()).isGreaterThan(40);
    LocationScale needed = (LocationScale) found.deviation().orElseThrow().recalibration();
    assertThat(needed.shift()).isCloseTo(shift, within(0.07));
    assertThat(needed.scale()).isCloseTo(scale, within(0.1));
  }

  private static FollowedForecasts follow(double shift, double scale) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    List<PredictiveDistribution> first =
        IntStream.range(0, 256)
            .<PredictiveDistribution>mapToObj(i -> forecast(gaussian.sample(), 1, LEVELS))
            .toList();
    return FollowedForecasts.of(
        first,
        PANES,
        Math.log(1e4),
        sketch -> {
          for (int i = 0; i < LABELS; i++) {
            double centre = gaussian.sample();
            double sd = random.nextDouble(0.5, 1.5);
            double y = Math.max(0, centre + sd * (shift + scale * gaussian.sample()));
            sketch.add(forecast(centre, sd, LEVELS), Target.of(y));
          }
        });
  }
}
