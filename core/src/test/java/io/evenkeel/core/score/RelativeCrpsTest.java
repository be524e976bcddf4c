package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Univariate;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelativeCrpsTest {
  private static final List<PredictiveDistribution> PREDICTIONS =
      List.of(
          Normal.of(0.3, 1.1),
          Normal.of(2, 0.2),
          Normal.of(-1, 0),
          new Laplace(0.5, 0.8),
          Mixture.of(new double[] {0.3, 0.7}, List.of(Normal.of(-2, 0.5), new Laplace(1, 0.7))),
          Ensemble.of(-0.3, 0.7, 0.7, 1.2),
          Ensemble.of(1.2),
          Quantiles.of(new double[] {0.1, 0.3, 0.4, 0.8}, new double[] {-0.3, 0.2, 0.2, 1.2}),
          Quantiles.of(new double[] {0.25, 0.75}, new double[] {-300, 400}));

  private static double crps(PredictiveDistribution p, double y) {
    return Crps.of(p, (RealVector) Target.of(y));
  }

  /** The mean distance of the quantiles, without the last parts of the tails. */
  private static double wasserstein(PredictiveDistribution p, PredictiveDistribution q) {
    Univariate first = Univariate.of(p);
    Univariate second = Univariate.of(q);
    int steps = 4_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      double level = (i + 0.5) / steps;
      sum += Math.abs(first.quantile(level) - second.quantile(level)) / steps;
    }
    return sum;
  }

  @Test
  void scalesByTheExpectedScoreOrTheLargestDifferenceIfThatIsLarger() {
    for (PredictiveDistribution p : PREDICTIONS) {
      for (PredictiveDistribution q : PREDICTIONS) {
        double scale = RelativeCrps.scale(p, q);

        assertThat(scale)
            .isEqualTo(RelativeCrps.scale(q, p), within(1e-9 * scale))
            .isGreaterThanOrEqualTo((Crps.expected(p) + Crps.expected(q)) / 2 * (1 - 1e-9))
            .isGreaterThanOrEqualTo(wasserstein(p, q) * (1 - 1e-3));
      }
    }
  }

  @Test
  void neverCutsADifference() {
    double[] targets = {-1e6, -700, -3, -1, -0.3, 0, 0.2, 0.7, 1.2, 2, 5, 500, 1e6};
    for (PredictiveDistribution p : PREDICTIONS) {
      for (PredictiveDistribution q : PREDICTIONS) {
        double scale = RelativeCrps.scale(p, q);
        for (double y : targets) {
          double difference = scale == 0 ? 0 : (crps(p, y) - crps(q, y)) / scale;

          assertThat(Math.abs(difference)).isLessThan(RelativeCrps.BOUND + 1e-12);
          assertThat(RelativeCrps.difference(p, q, y)).isEqualTo(difference, within(1e-12));
        }
      }
    }
  }

  @Test
  void reachesItsBoundWhereAlmostAllIsShared() {
    double share = 1e-3;
    PredictiveDistribution point = Normal.of(0, 0);
    PredictiveDistribution other =
        Mixture.of(new double[] {1 - share, share}, List.of(point, Normal.of(1, 0)));

    assertThat(RelativeCrps.difference(point, other, 2)).isEqualTo(1, within(1e-9));
  }

  @Test
  void isAShareOfTheExpectedScoreOfTwoThatAreNear() {
    Normal p = Normal.of(0, 1);
    Normal q = Normal.of(0.1, 1.1);
    double expected = (1 + 1.1) / 2 / Math.sqrt(Math.PI);

    assertThat(RelativeCrps.difference(p, q, 0.7))
        .isEqualTo((crps(p, 0.7) - crps(q, 0.7)) / expected, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-150, 1e-3, 1e3, 1e150})
  void isTheSameInAnyUnit(double unit) {
    assertThat(
            RelativeCrps.difference(
                Normal.of(0.3 * unit, unit), Ensemble.of(-unit, 2 * unit), 0.7 * unit))
        .isEqualTo(
            RelativeCrps.difference(Normal.of(0.3, 1), Ensemble.of(-1, 2), 0.7), within(1e-9));
  }

  @Test
  void isZeroForEqualPredictionsAndPointsToo() {
    for (PredictiveDistribution p : PREDICTIONS) {
      assertThat(RelativeCrps.difference(p, p, 17)).isZero();
    }
    assertThat(RelativeCrps.difference(Normal.of(1, 0), Ensemble.of(1, 1), 17)).isZero();
  }

  @Test
  void isTheMeanOverTheCoordinatesOfSeveralNumbers() {
    Normal p = Normal.full(new double[] {0, 5}, new double[][] {{1, 0.5}, {0.5, 4}});
    Ensemble q = Ensemble.of(new double[][] {{1, 6}, {-1, 4}, {2, 9}});
    Mixture both =
        Mixture.of(
            new double[] {0.25, 0.75},
            List.of(p, Normal.diagonal(new double[] {1, 1}, new double[] {2, 3})));
    RealVector y = (RealVector) Target.of(0.5, 3.0);

    assertThat(RelativeCrps.difference(p, q, y))
        .isEqualTo(
            (RelativeCrps.difference(Normal.of(0, 1), Ensemble.of(1, -1, 2), 0.5)
                    + RelativeCrps.difference(Normal.of(5, 2), Ensemble.of(6, 4, 9), 3))
                / 2,
            within(1e-12));
    assertThat(RelativeCrps.difference(both, q, y))
        .isEqualTo(
            (RelativeCrps.difference(
                        Mixture.of(
                            new double[] {0.25, 0.75},
                            List.of(Normal.of(0, 1), Normal.of(1, Math.sqrt(2)))),
                        Ensemble.of(1, -1, 2),
                        0.5)
                    + RelativeCrps.difference(
                        Mixture.of(
                            new double[] {0.25, 0.75},
                            List.of(Normal.of(5, 2), Normal.of(1, Math.sqrt(3)))),
                        Ensemble.of(6, 4, 9),
                        3))
                / 2,
            within(1e-12));
    assertThatThrownBy(() -> RelativeCrps.difference(p, Normal.of(0, 1), y))
        .hasMessageContaining("predictions of");
  }

  @Test
  void endsWhereATargetFarAwayTellsNoMore() {
    Normal p = Normal.of(0, 1);
    Normal q = Normal.of(0.3, 1);
    double limit = 0.3 * Math.sqrt(Math.PI);
    for (double y : new double[] {50, 1e6, 1e20, Double.MAX_VALUE}) {
      assertThat(RelativeCrps.difference(p, q, y)).isEqualTo(limit, within(1e-6));
      assertThat(RelativeCrps.difference(p, q, -y)).isEqualTo(-limit, within(1e-6));
    }
  }

  /** A prediction that is far off counts as much against its model as any can. */
  @Test
  void countsHugePredictionsOfOneSide() {
    assertThat(RelativeCrps.difference(Normal.of(1e250, 1), Normal.of(0, 1), 0.3))
        .isEqualTo(1, within(1e-9));
    assertThat(RelativeCrps.difference(Normal.of(0, 1e150), Normal.of(0, 1), 0.3)).isPositive();
  }

  @Test
  void refusesWhatIsNoRealNumberOrTooLarge() {
    PredictiveDistribution p = Normal.of(0, 1);
    assertThatThrownBy(() -> RelativeCrps.difference(p, Categorical.of(0.5, 0.5), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one real number");
    assertThatThrownBy(() -> RelativeCrps.difference(p, Ensemble.of(-1e300, 1e300), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too large");
    assertThatThrownBy(() -> RelativeCrps.difference(p, Normal.of(1e300, 1), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too large");
  }

  /** Whatever the other says, and however wide the truth is. */
  @Test
  void favoursTheLawOfTheTarget() {
    SplittableRandom random = new SplittableRandom(31);
    for (PredictiveDistribution truth : PREDICTIONS) {
      Univariate law = Univariate.of(truth);
      int draws = 2_000;
      double[] targets =
          IntStream.range(0, draws)
              .mapToDouble(i -> law.quantile((i + random.nextDouble()) / draws))
              .toArray();
      for (PredictiveDistribution other : PREDICTIONS) {
        double sum = 0;
        for (double target : targets) {
          sum += RelativeCrps.difference(truth, other, target);
        }

        assertThat(sum / draws).isLessThan(2e-3);
      }
    }
  }

  @Test
  void expectsWhatItsOwnTargetsScore() {
    for (PredictiveDistribution p : PREDICTIONS) {
      Univariate law = Univariate.of(p);
      int draws = 4_000;
      double sum = 0;
      for (int i = 0; i < draws; i++) {
        sum += crps(p, law.quantile((i + 0.5) / draws)) / draws;
      }

      assertThat(Crps.expected(p)).isEqualTo(sum, within(1e-3 * sum + 1e-12));
    }
    assertThat(Crps.expected(Normal.diagonal(new double[] {0, 5}, new double[] {1, 9})))
        .isEqualTo(2 / Math.sqrt(Math.PI), within(1e-12));
    assertThat(Crps.expected(Ensemble.of(1e9, 1e9 + 1))).isEqualTo(0.25);
    assertThatThrownBy(() -> Crps.expected(Categorical.of(0.5, 0.5)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** The mean distance of the components is larger than the least cost of transport. */
  @Test
  void boundsTheDistanceOfMixturesOfManyComponentsToo() {
    double[] weights = new double[100];
    Arrays.fill(weights, 0.01);
    PredictiveDistribution many =
        Mixture.of(
            weights,
            IntStream.range(0, 100).mapToObj(i -> Normal.of(Math.sin(i), 1 + i * 0.01)).toList());
    double[] members = IntStream.range(0, 50).mapToDouble(Math::cos).toArray();

    assertThat(RelativeCrps.scale(many, Ensemble.of(members)))
        .isGreaterThan(wasserstein(many, Ensemble.of(members)))
        .isLessThan(4 * Crps.expected(many));
  }
}
