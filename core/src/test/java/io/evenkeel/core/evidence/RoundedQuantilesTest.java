package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forecasts of rounded numbers by their quantiles, which are right: many targets equal one. */
class RoundedQuantilesTest {
  private static final int PANES = 120;
  private static final int LABELS = 50;

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);

  /** The smallest rounded number with a probability of a level or more to be there or below. */
  private static double quantile(NormalDistribution law, double step, double level) {
    return step * Math.ceil(law.inverseCumulativeProbability(level) / step - 0.5);
  }

  private static Quantiles forecast(NormalDistribution law, double step, double... levels) {
    return Quantiles.of(
        levels, Arrays.stream(levels).map(level -> quantile(law, step, level)).toArray());
  }

  private NormalDistribution law(double sd, double step) {
    return NormalDistribution.of(step * random.nextInt(-50, 50), sd);
  }

  @ParameterizedTest
  @CsvSource({"0.1, 1", "0.1, 0.5", "0.25, 1", "0.2, 3", "0.5, 2", "10, 100"})
  void nothingIsFoundInForecastsThatAreRight(double step, double sd) {
    for (double[] levels : FollowedForecasts.LEVELS) {
      List<PredictiveDistribution> first =
          IntStream.range(0, 256)
              .<PredictiveDistribution>mapToObj(i -> forecast(law(sd, step), step, levels))
              .toList();

      FollowedForecasts found =
          FollowedForecasts.of(
              first,
              PANES,
              Double.POSITIVE_INFINITY,
              sketch -> {
                for (int i = 0; i < LABELS; i++) {
                  NormalDistribution law = law(sd, step);
                  double y = quantile(law, step, random.nextDouble());
                  sketch.add(forecast(law, step, levels), Target.of(y));
                }
              });

      assertThat(found.logE()).as("%s", levels.length).isLessThan(Math.log(100));
      assertThat(found.logDetector()).as("%s", levels.length).isLessThan(Math.log(1e4));
    }
  }
}
