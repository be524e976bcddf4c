package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.score.NormalScore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class ScoreIntervalsTest {

  private static Observations counts(int n, double largest, LocationScale truth) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    TargetSampler sampler = new TargetSampler(random);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Counts p = Counts.poisson(largest * (0.1 + random.nextDouble()));
      predictions.add(p);
      targets.add(sampler.draw(truth.recalibrate(p)));
    }
    return Observations.of(predictions, targets);
  }

  @Test
  void shiftAndScaleOfCountsAreRecovered() {
    for (double largest : new double[] {1, 3, 30}) {
      for (LocationScale truth :
          List.of(
              new LocationScale(0.3, 1), new LocationScale(-0.2, 1.4), new LocationScale(0, 0.8))) {
        LocationScale map =
            ScoreIntervals.of(counts(5_000, largest, truth), new NormalScore()).fit();

        assertThat(map.shift()).as("%s", map).isCloseTo(truth.shift(), within(0.05));
        assertThat(map.scale()).as("%s", map).isCloseTo(truth.scale(), within(0.04));
      }
    }
  }

  /** The sum of log-ratios, which other code computes, is largest at the fit but for shrinkage. */
  @Test
  void theFitIsTheMostLikely() {
    Observations sample = counts(5_000, 2, new LocationScale(0.4, 1.3));

    LocationScale best = ScoreIntervals.of(sample, new NormalScore()).fit();

    double most = penalised(best, sample);
    for (double step : new double[] {-1e-3, 1e-3}) {
      assertThat(penalised(new LocationScale(best.shift() + step, best.scale()), sample))
          .isLessThan(most);
      assertThat(penalised(new LocationScale(best.shift(), best.scale() + step), sample))
          .isLessThan(most);
    }
  }

  private static double penalised(LocationScale map, Observations sample) {
    double a = map.shift() / map.scale();
    double b = 1 / map.scale();
    return IntStream.range(0, sample.size())
            .mapToDouble(i -> map.logRatio(sample.prediction(i), sample.target(i)))
            .sum()
        + 10 * (Math.log(b) - (a * a + b * b) / 2);
  }

  /** As the mean and the variance of the residuals and of ten standard normal numbers. */
  @Test
  void numbersAreAsInTheClosedForm() {
    int n = 4_000;
    List<Normal> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    double sum = 0;
    double squares = 10;
    for (int i = 0; i < n; i++) {
      double residual = 0.5 + 1.5 * Math.sin(i);
      predictions.add(Normal.of(i, 2));
      targets.add(Target.of(i + 2 * residual));
      sum += residual;
      squares += residual * residual;
    }
    double mean = sum / (n + 10);

    LocationScale map = LocationScale.fit(Observations.of(predictions, targets));

    assertThat(map.shift()).isCloseTo(mean, within(1e-9));
    assertThat(map.scale()).isCloseTo(Math.sqrt(squares / (n + 10) - mean * mean), within(1e-9));
  }

  /** All targets at one end, far out, certain, or one alone. */
  @Test
  void extremesHaveFiniteMaps() {
    Counts small = Counts.poisson(1e-9);
    Counts large = Counts.poisson(1000);
    List<Observations> samples =
        List.of(
            Observations.of(List.of(small, small), List.of(Target.of(3), Target.of(0))),
            Observations.of(List.of(large, large), List.of(Target.of(0), Target.of(1))),
            Observations.of(List.of(Counts.of(0, 1)), List.of(Target.of(0))),
            Observations.of(
                Collections.nCopies(5_000, small), Collections.nCopies(5_000, Target.of(0))),
            Observations.of(
                Collections.nCopies(5_000, large), Collections.nCopies(5_000, Target.of(2000))));
    for (Observations sample : samples) {
      LocationScale map = ScoreIntervals.of(sample, new NormalScore()).fit();

      assertThat(map.shift()).isFinite();
      assertThat(map.scale()).isPositive().isFinite();
      assertThat(penalised(map, sample))
          .isGreaterThanOrEqualTo(penalised(new LocationScale(0, 1), sample) - 1e-9);
    }
  }
}
