package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.Uniform;
import io.evenkeel.core.prediction.Univariate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantileScoresTest {
  private static final PredictiveDistribution MIXTURE =
      Mixture.of(
          new double[] {0.2, 0.3, 0.5},
          List.of(Normal.of(-1, 0.5), new Laplace(1, 0.7), Normal.of(0.5, 1.2)));

  private static final List<PredictiveDistribution> SMOOTH =
      List.of(Normal.of(0.3, 1.1), new Laplace(0.3, 0.8), MIXTURE);

  private static final List<PredictiveDistribution> WITH_STEPS =
      List.of(
          new Uniform(0.3, 1.1),
          new Exponential(1.4, -0.8),
          Ensemble.of(-0.3, 0.7, 0.7, 1.2),
          Ensemble.of(1.2),
          Quantiles.of(new double[] {0.1, 0.3, 0.4, 0.8}, new double[] {-0.3, 0.2, 0.2, 1.2}),
          Quantiles.of(new double[] {0, 0.5, 0.9}, new double[] {-0.3, 0.7, 0.7}));

  private static final List<PredictiveDistribution> PREDICTIONS =
      Stream.concat(SMOOTH.stream(), WITH_STEPS.stream()).toList();

  @ParameterizedTest
  @ValueSource(doubles = {0.7, -1.3, 2.7})
  void scoresTheWholeDistributionFunction(double y) {
    for (PredictiveDistribution p : PREDICTIONS) {
      Univariate view = Univariate.of(p);
      int steps = 60_000;
      double width = 60.0 / steps;
      double integral = 0;
      for (int i = 0; i < steps; i++) {
        double t = y - 30 + (i + 0.5) * width;
        double difference = view.cdf(t) - (t >= y ? 1 : 0);
        integral += difference * difference * width;
      }

      // All jumps lie between two panels, and no density exceeds 2: an error of at most width²/6.
      assertThat(crps(p, Target.of(y))).isCloseTo(integral, within(width * width / 6));
    }
  }

  @Test
  void isTwiceTheMeanCheckScoreOverAllLevels() {
    double[] levels = IntStream.range(0, 4000).mapToDouble(i -> (i + 0.5) / 4000).toArray();
    for (PredictiveDistribution p : PREDICTIONS) {
      Observations one = Observations.of(List.of(p), List.of(Target.of(0.7)));

      assertThat(2 * CheckScore.mean(one, levels)).isCloseTo(crps(p, Target.of(0.7)), within(1e-4));
    }
  }

  @Test
  void takesAMixtureOfOneForItsComponent() {
    Normal p = Normal.of(0.3, 1.1);

    assertThat(crps(Mixture.of(p), Target.of(2))).isCloseTo(crps(p, Target.of(2)), within(1e-15));
    assertThat(LogLoss.of(Mixture.of(p), Target.of(2)))
        .isCloseTo(LogLoss.of(p, Target.of(2)), within(1e-15));
  }

  @Test
  void scoresEachCoordinateOfAnEnsemble() {
    Ensemble both = Ensemble.of(new double[][] {{1, 20}, {2, 10}, {4, 30}});

    assertThat(crps(both, Target.of(2.5, 12)))
        .isCloseTo(
            (crps(Ensemble.of(1, 2, 4), Target.of(2.5))
                    + crps(Ensemble.of(10, 20, 30), Target.of(12)))
                / 2,
            within(1e-15));
    assertThat(crps(both, Target.of(2.5, 12)))
        .isCloseTo(crps(both.mixture(), Target.of(2.5, 12)), within(1e-14));
  }

  @Test
  void hasNoLogLossWhereThereIsNoDensity() {
    assertThat(LogLoss.of(Ensemble.of(1, 2), Target.of(1))).isNaN();
    assertThat(LogLoss.of(Ensemble.of(1, 2), Target.of(5))).isNaN();
  }

  /** The mass of the interval over its width; at a quantile that of the interval below. */
  @Test
  void takesTheDensityOfAQuantileForecastFromItsIntervals() {
    Quantiles p =
        Quantiles.of(new double[] {0.1, 0.3, 0.4, 0.8}, new double[] {-0.3, 0.2, 0.2, 1.2});

    assertThat(LogLoss.of(p, Target.of(0))).isCloseTo(-Math.log(0.4), within(1e-15));
    assertThat(LogLoss.of(p, Target.of(1.2))).isCloseTo(-Math.log(0.4), within(1e-15));
    assertThat(LogLoss.of(p, Target.of(-0.55))).isCloseTo(1 - Math.log(0.4), within(1e-14));
    assertThat(LogLoss.of(p, Target.of(1.7))).isCloseTo(1 - Math.log(0.4), within(1e-14));
    assertThat(LogLoss.of(p, Target.of(0.2))).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(LogLoss.of(new Uniform(1, 3), Target.of(3))).isEqualTo(Math.log(2));
    assertThat(LogLoss.of(new Uniform(1, 3), Target.of(0))).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(LogLoss.of(new Exponential(1, -2), Target.of(3)))
        .isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(LogLoss.of(new Exponential(1, 0), Target.of(3))).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(LogLoss.of(new Exponential(1, 0), Target.of(1))).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  /** All kinds in one: the weights are what they count with, and their pairs are all known. */
  @Test
  void scoresMixturesOfAllKinds() {
    Mixture p =
        Mixture.of(
            new double[] {0.1, 0.2, 0.15, 0.15, 0.2, 0.2},
            List.of(
                new Uniform(0, 1.5),
                Normal.of(0, 0.8),
                new Laplace(0.5, 0.6),
                Ensemble.of(-0.3, 0.7, 0.7, 1.2),
                Counts.poisson(1.4),
                Quantiles.of(
                    new double[] {0.1, 0.3, 0.4, 0.8}, new double[] {-0.3, 0.2, 0.2, 1.2})));
    Univariate view = Univariate.of(p);
    for (double y : new double[] {0.7, -1.3, 2.7}) {
      double integral = 0;
      double width = 1e-3;
      for (double t = -40 + width / 2; t < 40; t += width) {
        double difference = view.cdf(t) - (t >= y ? 1 : 0);
        integral += difference * difference * width;
      }

      assertThat(crps(p, Target.of(y))).isCloseTo(integral, within(1e-6));
    }
    assertThat(Crps.expected(p)).isCloseTo(integral(view), within(1e-6));
  }

  /** ∫ F (1 − F); all jumps lie between two panels. */
  private static double integral(Univariate view) {
    double width = 1e-3;
    double integral = 0;
    for (double t = -40 + width / 2; t < 40; t += width) {
      integral += view.cdf(t) * view.survival(t) * width;
    }
    return integral;
  }

  @Test
  void scoresAMixtureOfOneQuantileForecastAsTheForecast() {
    for (PredictiveDistribution p : WITH_STEPS) {
      Mixture alone = Mixture.of(new double[] {0.25, 0.75}, List.of(p, p));

      assertThat(crps(alone, Target.of(0.6))).isCloseTo(crps(p, Target.of(0.6)), within(1e-15));
      assertThat(Crps.expected(alone)).isCloseTo(Crps.expected(p), within(1e-15));
    }
  }

  @Test
  void scoresPointMassesByTheirDistance() {
    assertThat(crps(new Laplace(1, 0), Target.of(3))).isEqualTo(2);
    assertThat(
            crps(
                Mixture.of(new double[] {0.5, 0.5}, List.of(new Laplace(0, 0), Normal.of(2, 0))),
                Target.of(0)))
        .isCloseTo(1 - 0.5, within(1e-15));
    assertThat(LogLoss.of(new Laplace(1, 0), Target.of(1))).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(LogLoss.of(new Laplace(1, 0), Target.of(2))).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void hasADensityThatIsTheSlopeOfTheDistributionFunction() {
    double step = 1e-5;
    for (PredictiveDistribution p : SMOOTH) {
      Univariate view = Univariate.of(p);
      double slope = (view.cdf(0.7 + step) - view.cdf(0.7 - step)) / (2 * step);

      assertThat(Math.exp(-LogLoss.of(p, Target.of(0.7)))).isCloseTo(slope, within(1e-8));
    }
  }

  @Test
  void findsTheSharesOfACalibratedModelAtTheirLevels() {
    int n = 4000;
    TargetSampler sampler = new TargetSampler(RandomSource.XO_RO_SHI_RO_128_PP.create(3));
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      predictions.add(SMOOTH.get(i % SMOOTH.size()));
      targets.add(sampler.draw(predictions.get(i)));
    }

    double[] shares =
        QuantileCalibration.of(Observations.of(predictions, targets), 0.1, 0.5, 0.9).shares();

    // 4 standard errors at the level where they are largest.
    double tolerance = 4 * 0.5 / Math.sqrt(n);
    assertThat(shares[0]).isCloseTo(0.1, within(tolerance));
    assertThat(shares[1]).isCloseTo(0.5, within(tolerance));
    assertThat(shares[2]).isCloseTo(0.9, within(tolerance));
  }

  private static double crps(PredictiveDistribution p, Target y) {
    return Crps.of(p, (RealVector) y);
  }

  @Test
  void hasNoRankedScoreForClasses() {
    assertThatThrownBy(() -> crps(Categorical.of(0.5, 0.5), Target.of(0)))
        .hasMessageContaining("Categorical");
  }

  /** Of targets that have steps, too, whose transforms are not uniform. */
  @Test
  void quantileErrorsOfCalibratedPredictionsLieInTheirRange() {
    double[] levels = {0.1, 0.5, 0.9};
    var random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
    TargetSampler sampler = new TargetSampler(random);
    List<PredictiveDistribution> predictions =
        IntStream.range(0, 40)
            .<PredictiveDistribution>mapToObj(
                i -> i % 2 == 0 ? Normal.of(0, 1) : Ensemble.of(1, 2, 4))
            .toList();
    int inside = 0;
    for (int trial = 0; trial < 200; trial++) {
      Observations sample =
          Observations.of(predictions, predictions.stream().map(sampler::draw).toList());
      double error = QuantileCalibration.of(sample, levels).squaredError();
      Interval range = QuantileCalibration.errorIfCalibrated(sample, 19, 0.9, random, levels);
      inside += range.contains(error) ? 1 : 0;
    }

    // At least 0.9, less 4 standard errors: equal errors are inside more often.
    assertThat(inside / 200.0).isGreaterThan(0.815);
    Observations wrong =
        Observations.of(predictions, Collections.nCopies(predictions.size(), Target.of(9)));
    assertThat(QuantileCalibration.of(wrong, levels).squaredError())
        .isGreaterThan(
            QuantileCalibration.errorIfCalibrated(wrong, 19, 0.9, random, levels).upper());
  }

  /** +∞ where a distance is no number, and the right one where only a multiple of it is none. */
  @Test
  void scoresEnsemblesOfHugeNumbers() {
    assertThat(crps(Ensemble.of(1, 1, 1), Target.of(1e308))).isCloseTo(1e308, within(1e293));
    assertThat(crps(Ensemble.of(-1e308, 1e308), Target.of(Double.MAX_VALUE)))
        .isEqualTo(Double.POSITIVE_INFINITY);
  }
}
