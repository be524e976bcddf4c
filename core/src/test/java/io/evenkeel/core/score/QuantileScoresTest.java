package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.Univariate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class QuantileScoresTest {
  private static final PredictiveDistribution MIXTURE =
      Mixture.of(
          new double[] {0.2, 0.3, 0.5},
          List.of(Normal.of(-1, 0.5), new Laplace(1, 0.7), Normal.of(0.5, 1.2)));

  private static final List<PredictiveDistribution> PREDICTIONS =
      List.of(Normal.of(0.3, 1.1), new Laplace(0.3, 0.8), MIXTURE);

  @Test
  void scoresTheWholeDistributionFunction() {
    double y = 0.7;
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

      // The midpoint rule with the jump at y between two panels: an error of order width².
      assertThat(crps(p, Target.of(y))).isCloseTo(integral, within(1e-7));
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
    for (PredictiveDistribution p : PREDICTIONS) {
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
      predictions.add(PREDICTIONS.get(i % PREDICTIONS.size()));
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
}
