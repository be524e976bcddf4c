package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.LogRatios;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.score.LabelNoise;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forecasts of counts by their quantiles, which are right: many targets equal a quantile, and the
 * shares between levels are not what the levels say.
 */
class CountQuantilesTest {
  private static final TargetSpace SPACE = TargetSpace.reals(1);
  private static final int PANES = 120;
  private static final int LABELS = 50;

  private static Quantiles forecast(PoissonDistribution law, double... levels) {
    return Quantiles.of(
        levels, Arrays.stream(levels).map(law::inverseCumulativeProbability).toArray());
  }

  /** Exactly, by the probabilities of all counts: no ratio is more than 1 on average. */
  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.4, 1, 3.3, 12, 40})
  void noRatioIsMoreThanOneOnAverage(double mean) {
    PoissonDistribution law = PoissonDistribution.of(mean);
    RecalibrationGrid grid = RecalibrationGrid.of(SPACE, LabelNoise.NONE);
    LogRatios ratios = grid.logRatios();
    for (double[] levels : FollowedForecasts.LEVELS) {
      Quantiles forecast = forecast(law, levels);
      double[] expectation = new double[grid.size()];
      for (int y = 0; y < 200; y++) {
        double p = law.probability(y);
        if (p > 0 && ratios.evaluate(forecast, Target.of(y))) {
          for (int i = 0; i < expectation.length; i++) {
            expectation[i] += p * Math.exp(ratios.get(i));
          }
        }
      }
      assertThat(Arrays.stream(expectation).max().orElseThrow())
          .as("%s", forecast)
          .isLessThanOrEqualTo(1 + 1e-9);
    }
  }

  /** Nor do the bets find anything, by the whole evidence and by the detector. */
  @ParameterizedTest
  @ValueSource(doubles = {-0.9, 0.3, 1.5, 2.5, 3.5})
  void nothingIsFoundInForecastsThatAreRight(double logMean) {
    for (double[] levels : FollowedForecasts.LEVELS) {
      FollowedForecasts found = follow(levels, logMean, 1);

      assertThat(found.logE()).as("%s", levels.length).isLessThan(Math.log(100));
      assertThat(found.logDetector()).isLessThan(Math.log(1e4));
    }
  }

  /** Where twice as much is forecast as comes. Of small counts the same quantiles may be right. */
  @ParameterizedTest
  @ValueSource(doubles = {1.5, 3.5})
  void forecastsThatAreWrongAreFound(double logMean) {
    for (double[] levels : FollowedForecasts.LEVELS.subList(1, FollowedForecasts.LEVELS.size())) {
      assertThat(follow(levels, logMean, 0.5).logE()).as("%s", levels.length).isGreaterThan(100);
    }
  }

  /** Follows forecasts of counts whose means are those that are forecast times a factor. */
  private static FollowedForecasts follow(double[] levels, double logMean, double factor) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
    List<PredictiveDistribution> first =
        IntStream.range(0, 256)
            .<PredictiveDistribution>mapToObj(i -> forecast(law(logMean, random), levels))
            .toList();
    return FollowedForecasts.of(
        first,
        PANES,
        Double.POSITIVE_INFINITY,
        sketch -> {
          for (int i = 0; i < LABELS; i++) {
            PoissonDistribution law = law(logMean, random);
            double y =
                PoissonDistribution.of(factor * law.getMean())
                    .inverseCumulativeProbability(random.nextDouble());
            sketch.add(forecast(law, levels), Target.of(y));
          }
        });
  }

  private static PoissonDistribution law(double logMean, UniformRandomProvider random) {
    return PoissonDistribution.of(Math.exp(logMean + random.nextDouble(-0.5, 0.5)));
  }
}
