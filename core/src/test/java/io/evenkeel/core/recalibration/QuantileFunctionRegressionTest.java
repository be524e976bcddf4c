package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.core.score.CheckScore;
import io.evenkeel.core.score.QuantileCalibration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class QuantileFunctionRegressionTest {
  private static final double[] DECILES = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

  /** Levels of the recalibrated forecasts, fine enough to hold their shape. */
  private static final double[] LEVELS =
      IntStream.rangeClosed(1, 39).mapToDouble(k -> k / 40.0).toArray();

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(17);

  /**
   * A synthetic regression: predictions N(μ, σ²) with μ in [−2, 2] and σ in [0.2, 1.2], of targets
   * with a mean of μ + σ/2, a spread of 0.6 for every σ, and a skew.
   */
  private Observations regression(int n) {
    ZigguratSampler.Exponential skewed = ZigguratSampler.Exponential.of(random);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double mean = 4 * random.nextDouble() - 2;
      double sd = 0.2 + random.nextDouble();
      predictions.add(Normal.of(mean, sd));
      targets.add(Target.of(mean + sd / 2 + 0.6 * (skewed.sample() - 1)));
    }
    return Observations.of(predictions, targets);
  }

  private static Observations map(
      Observations sample, UnaryOperator<PredictiveDistribution> recalibration) {
    return Observations.of(
        sample.predictions().stream().map(recalibration).toList(), sample.targets());
  }

  /** The observations whose predicted standard deviation is in the given half of its range. */
  private static Observations half(Observations sample, Observations of, boolean narrow) {
    int[] chosen =
        IntStream.range(0, sample.size())
            .filter(i -> ((Normal) sample.prediction(i)).variance(0) < 0.7 * 0.7 == narrow)
            .toArray();
    return Observations.of(
        IntStream.of(chosen).mapToObj(of::prediction).toList(),
        IntStream.of(chosen).mapToObj(of::target).toList());
  }

  private static double calibrationError(Observations sample) {
    return QuantileCalibration.of(sample, DECILES).squaredError();
  }

  /** The paper's claim, on 500 held-out observations for calibration, as it has. */
  @Test
  void improvesCheckScoreAndCalibrationAndCalibratesGivenThePrediction() {
    Observations test = regression(5000);
    Observations calibration = regression(500);

    Observations recalibrated =
        map(test, QuantileFunctionRegression.fit(calibration, DECILES, LEVELS)::recalibrate);
    Observations remapped = map(test, remapping(calibration));

    double score = CheckScore.mean(recalibrated, DECILES);
    assertThat(score).isLessThan(0.95 * CheckScore.mean(test, DECILES));
    assertThat(score).isLessThan(0.98 * CheckScore.mean(remapped, DECILES));
    assertThat(calibrationError(recalibrated)).isLessThan(0.1 * calibrationError(test));
    // The noise of 250 observations leaves Σ τ(1 − τ) / 250 = 0.007 of 0.08 in either half.
    for (boolean narrow : new boolean[] {true, false}) {
      double error = calibrationError(half(test, recalibrated, narrow));
      assertThat(error).isLessThan(0.25 * calibrationError(half(test, remapped, narrow)));
    }
  }

  /**
   * Quantile recalibration, which the paper compares with: the predicted quantile at the level that
   * had the share τ of the calibration sample below it.
   */
  private static UnaryOperator<PredictiveDistribution> remapping(Observations calibration) {
    double[] transforms = QuantileCalibration.of(calibration, 0.5).transforms();
    Arrays.sort(transforms);
    return p -> {
      Normal normal = (Normal) p;
      double[] values = new double[LEVELS.length];
      for (int k = 0; k < values.length; k++) {
        double level = transforms[(int) (LEVELS[k] * transforms.length)];
        values[k] = Univariate.of(normal).quantile(Math.min(Math.max(level, 1e-6), 1 - 1e-6));
      }
      return Quantiles.of(LEVELS, values);
    };
  }

  /** Without features the best quantile is that of the targets: 25 lie below it and 75 above. */
  @Test
  void withoutFeaturesFindsTheQuantilesOfTheTargets() {
    List<Target> targets = new ArrayList<>();
    for (int i = 1; i <= 101; i++) {
      targets.add(Target.of(i * i));
    }
    Observations sample = Observations.of(Collections.nCopies(101, Normal.of(0, 1)), targets);

    Quantiles quantiles =
        QuantileFunctionRegression.fit(sample, new double[0], 0.25, 0.5)
            .recalibrate(Normal.of(7, 2));

    assertThat(quantiles.value(0)).isCloseTo(26 * 26, within(0.01));
    assertThat(quantiles.value(1)).isCloseTo(51 * 51, within(0.01));
  }

  /** The check score is convex: where no small step lowers it, it is least. */
  @Test
  void endsWhereNoStepLowersTheCheckScore() {
    Observations sample = regression(300);
    double[] medianAndSpread = {0.5, 0.9};
    QuantileFunctionRegression fit = QuantileFunctionRegression.fit(sample, medianAndSpread, 0.8);
    double least = CheckScore.mean(map(sample, fit::recalibrate), 0.8);

    for (int step = 0; step < 50; step++) {
      double shift = 0.02 * (random.nextDouble() - 0.5);
      double slope = 0.02 * (random.nextDouble() - 0.5);
      double spread = 0.02 * (random.nextDouble() - 0.5);
      Observations moved =
          map(
              sample,
              p -> {
                Normal normal = (Normal) p;
                double value = fit.recalibrate(p).value(0);
                double by = shift + slope * normal.mean(0) + spread * Math.sqrt(normal.variance(0));
                return Quantiles.of(new double[] {0.8}, new double[] {value + by});
              });
      assertThat(CheckScore.mean(moved, 0.8)).isGreaterThan(least - 1e-6);
    }
  }

  @Test
  void leavesCalibratedPredictionsAboutAsTheyAre() {
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      double mean = random.nextDouble();
      predictions.add(Normal.of(mean, 0.5));
      targets.add(Target.of(mean + 0.5 * gaussian.sample()));
    }

    Quantiles quantiles =
        QuantileFunctionRegression.fit(
                Observations.of(predictions, targets), DECILES, 0.25, 0.5, 0.75)
            .recalibrate(Normal.of(0.4, 0.5));

    // Standard errors of the quantiles: 0.5 · 1.36 / √4000 = 0.011.
    assertThat(quantiles.value(0)).isCloseTo(0.4 - 0.5 * 0.67449, within(0.045));
    assertThat(quantiles.value(1)).isCloseTo(0.4, within(0.045));
    assertThat(quantiles.value(2)).isCloseTo(0.4 + 0.5 * 0.67449, within(0.045));
  }

  @Test
  void refusesNoObservationsAndImpossibleLevels() {
    Observations none = Observations.of(List.of(), List.of());
    assertThatThrownBy(() -> QuantileFunctionRegression.fit(none, DECILES, 0.5))
        .hasMessageContaining("n must be at least 1");
    Observations one = Observations.of(List.of(Normal.of(0, 1)), List.of(Target.of(2)));
    assertThatThrownBy(() -> QuantileFunctionRegression.fit(one, DECILES, 1))
        .hasMessageContaining("a level");
    assertThat(
            QuantileFunctionRegression.fit(one, DECILES, 0.5).recalibrate(Normal.of(0, 1)).value(0))
        .isCloseTo(2, within(1e-6));
  }
}
