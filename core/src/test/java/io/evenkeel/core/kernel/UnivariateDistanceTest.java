package io.evenkeel.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.internal.GaussLegendre;
import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Uniform;
import io.evenkeel.core.prediction.Univariate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Distances of predictions of one real number. */
class UnivariateDistanceTest {
  private static double w2(PredictiveDistribution p, PredictiveDistribution q) {
    return Distance.WASSERSTEIN_2.between(p, q);
  }

  /** Members in pairs of equal rank: ⅓ (1² + 1² + 4²), and on sixths between 2 and 3 members. */
  @Test
  void pairsTheMembersOfEnsemblesByRank() {
    assertThat(w2(Ensemble.of(1, 5, 2), Ensemble.of(9, 3, 2)))
        .isCloseTo(Math.sqrt(18 / 3.0), within(4e-13));
    assertThat(w2(Ensemble.of(0, 6), Ensemble.of(0, 3, 6)))
        .isCloseTo(Math.sqrt(2 * 9 / 6.0), within(4e-13));
    assertThat(w2(Ensemble.of(4), Ensemble.of(1))).isCloseTo(3, within(4e-13));
    assertThat(w2(Ensemble.of(4, 4), Normal.of(1, 0))).isCloseTo(3, within(4e-13));
  }

  /** Lines on thirds, and logarithms beyond: ½ (a + bx)² with weight e^(−x). */
  @Test
  void mergesTheQuantileFunctionsOfForecasts() {
    Quantiles p = Quantiles.of(new double[] {0.25, 0.75}, new double[] {-1, 1});
    Quantiles q = Quantiles.of(new double[] {0.25, 0.5, 0.75}, new double[] {-2, 0, 2});

    // q is twice p: 1 on average over the tails 1 + x of p, and x² up to 1 between.
    assertThat(w2(p, q)).isCloseTo(Math.sqrt(0.5 * (1 + 2 + 2) + 0.5 / 3), within(1e-9));
    assertThat(w2(p, p)).isZero();
  }

  @Test
  void isTheDistanceOfMeansAndScalesWithinAFamily() {
    assertThat(UnivariateWasserstein.between(Normal.of(1, 2), Normal.of(4, 6)))
        .isCloseTo(5, within(1e-8));
    assertThat(w2(new Uniform(0, 1), new Uniform(3, 4))).isCloseTo(3, within(1e-9));
    assertThat(w2(new Exponential(0, 1), new Exponential(0, 3)))
        .isCloseTo(Math.sqrt(8), within(1e-8));
    // The mean of log u log(1 − u) is 2 − π²/6.
    assertThat(w2(new Exponential(0, 1), new Exponential(0, -1)))
        .isCloseTo(Math.sqrt(2 * 2 + 2 * (2 - Math.PI * Math.PI / 6)), within(1e-8));
  }

  @Test
  void isInClosedFormBetweenANormalAndALaplaceDistribution() {
    Normal p = Normal.of(0.5, 1.7);
    Laplace q = new Laplace(-1, 0.6);

    assertThat(w2(p, q)).isCloseTo(UnivariateWasserstein.between(p, q), within(1e-8));
    assertThat(w2(q, p)).isEqualTo(w2(p, q));
    assertThat(w2(p, new Laplace(-1, 0))).isCloseTo(Math.sqrt(2.25 + 1.7 * 1.7), within(1e-15));
  }

  /** Between the levels 0 and 1 a quantile function has no tails. */
  @Test
  void takesLinesToTheirEnds() {
    Quantiles uniform = Quantiles.of(new double[] {0, 1}, new double[] {0, 1});
    Quantiles twice = Quantiles.of(new double[] {0, 1}, new double[] {0, 2});
    Quantiles bent = Quantiles.of(new double[] {0, 0.5, 1}, new double[] {0, 1, 5});
    Quantiles withTails = Quantiles.of(new double[] {0.25, 0.75}, new double[] {0.25, 0.75});

    assertThat(w2(uniform, Ensemble.of(0))).isCloseTo(Math.sqrt(1 / 3.0), within(1e-14));
    assertThat(w2(uniform, twice)).isCloseTo(Math.sqrt(1 / 3.0), within(1e-14));
    assertThat(w2(bent, Ensemble.of(0, 3))).isCloseTo(Math.sqrt(5 / 6.0), within(1e-14));
    assertThat(w2(uniform, Normal.of(0.5, 1)))
        .isCloseTo(Math.sqrt(1 / 12.0 + 1 - 1 / Math.sqrt(Math.PI)), within(1e-9));
    assertThat(w2(uniform, withTails))
        .as("beyond the quartiles, a line and a logarithm")
        .isCloseTo(Math.sqrt(2 * tailLessLine(withTails)), within(1e-5));
  }

  private static double tailLessLine(Quantiles p) {
    int steps = 1_000_000;
    double sum = 0;
    for (int k = 0; k < steps; k++) {
      double level = 0.25 * (k + 0.5) / steps;
      double difference = Univariate.of(p).quantile(level) - level;
      sum += difference * difference;
    }
    return 0.25 * sum / steps;
  }

  @Test
  void isTheMeanSquaredDifferenceOfQuantiles() {
    Quantiles quantiles =
        Quantiles.of(new double[] {0.1, 0.4, 0.5, 0.8}, new double[] {-1, 0.2, 0.2, 1.5});
    List<PredictiveDistribution> predictions =
        List.of(
            quantiles,
            Quantiles.of(new double[] {0.1, 0.4, 0.5, 0.8}, new double[] {0, 0.1, 1, 1.1}),
            Ensemble.of(-1, 0, 0, 3),
            Ensemble.of(0.5, 2, 2.5),
            Normal.of(0.2, 1.5),
            new Laplace(1, 0.5),
            new Uniform(-1, 2),
            new Exponential(0, -2),
            normal(0.01, 0.5, 0.99),
            normal(0.25, 0.5, 0.75),
            normal(0.001, 0.5, 0.999),
            normal(1e-6, 0.3, 0.9));
    for (PredictiveDistribution p : predictions) {
      for (PredictiveDistribution q : predictions) {
        double expected = Math.sqrt(meanSquare(p, q));

        assertThat(w2(p, q)).as("%s %s", p, q).isCloseTo(expected, within(1e-9 * expected + 1e-9));
      }
    }
  }

  /** A standard normal forecast by its quantiles. */
  private static Quantiles normal(double... levels) {
    return Quantiles.of(levels, Arrays.stream(levels).map(StandardNormal::quantile).toArray());
  }

  /** Over x with the levels e^(−x)/2 and 1 − e^(−x)/2, in narrow panels between all edges. */
  private static double meanSquare(PredictiveDistribution p, PredictiveDistribution q) {
    Univariate first = Univariate.of(p);
    Univariate second = Univariate.of(q);
    double[] ends =
        DoubleStream.concat(
                DoubleStream.concat(edges(p), edges(q))
                    .map(level -> -Math.log(2 * Math.min(level, 1 - level))),
                IntStream.rangeClosed(0, 360).mapToDouble(k -> k / 10.0))
            .sorted()
            .toArray();
    double sum = 0;
    for (int i = 1; i < ends.length; i++) {
      sum +=
          (ends[i] - ends[i - 1])
              * GaussLegendre.mean(
                  x -> {
                    double level = Math.exp(-x) / 2;
                    double high = Math.min(Math.nextDown(1.0), 1 - level);
                    double below = first.quantile(level) - second.quantile(level);
                    double above = first.quantile(high) - second.quantile(high);
                    return level * (below * below + above * above);
                  },
                  ends[i - 1],
                  ends[i]);
    }
    return sum;
  }

  private static DoubleStream edges(PredictiveDistribution p) {
    if (p instanceof Quantiles quantiles) {
      return IntStream.range(0, quantiles.size()).mapToDouble(quantiles::level);
    }
    return p instanceof Ensemble ensemble
        ? IntStream.range(1, ensemble.size()).mapToDouble(k -> k / (double) ensemble.size())
        : DoubleStream.empty();
  }

  /** A level more, on the line between two, changes the forecast by nothing. */
  @Test
  void forecastsOfTheSameLevelsAreComparedAsThoseOfOthers() {
    double[] levels = {0.05, 0.3, 0.6, 0.9};
    Quantiles p = Quantiles.of(levels, new double[] {-2, 0, 0, 5});
    Quantiles q = Quantiles.of(levels, new double[] {-1, 1, 3, 4});
    Quantiles finer =
        Quantiles.of(new double[] {0.05, 0.3, 0.45, 0.6, 0.9}, new double[] {-1, 1, 2, 3, 4});

    assertThat(w2(p, q)).isCloseTo(w2(p, finer), within(1e-12));
    assertThat(w2(q, p)).isEqualTo(w2(p, q));
    assertThat(w2(q, finer)).isCloseTo(0, within(1e-7));
  }

  @Test
  void doesNotCompareMixtures() {
    assertThatThrownBy(() -> w2(Mixture.of(Normal.of(0, 1)), Ensemble.of(1)))
        .hasMessage("WASSERSTEIN_2 is not defined between Mixture and Ensemble");
  }

  /** MMD² of point masses is 2 (1 − k), of normals the same with smoothed kernels. */
  @Test
  void embedsPredictionsByTheirGroundKernel() {
    GaussianKernel ground = new GaussianKernel(0.5);
    MaximumMeanDiscrepancy mmd = new MaximumMeanDiscrepancy(ground);

    assertThat(mmd.between(Ensemble.of(0), Ensemble.of(2)))
        .isCloseTo(Math.sqrt(2 * (1 - Math.exp(-2))), within(1e-15));
    assertThat(mmd.between(Normal.of(0, 1), Normal.of(2, 1)))
        .isCloseTo(Math.sqrt(2 / Math.sqrt(3) * (1 - Math.exp(-2 / 3.0))), within(1e-14));
    assertThat(mmd.between(Ensemble.of(0, 1, 1), Ensemble.of(0, 1)))
        .isCloseTo(Math.sqrt((1.0 / 36) * 2 * (1 - Math.exp(-0.5))), within(1e-14));
  }

  /** Down to where the square is lost in the rounding of its terms; never NaN. */
  @Test
  void tellsNeighboursApartDownToTheSquareRootOfRounding() {
    MaximumMeanDiscrepancy mmd = new MaximumMeanDiscrepancy(new GaussianKernel(0.5));
    Normal p = Normal.of(0.1, 1.3);
    // MMD²/δ² tends to 2 E k″ = 2 (1 + 2·1.69)^(−3/2) / 2.
    double slope = Math.sqrt(Math.pow(1 + 2 * 1.69, -1.5));

    assertThat(mmd.between(p, p)).isZero();
    for (double step = 1; step > 1e-16; step /= 7) {
      double distance = mmd.between(p, Normal.of(0.1 + step, 1.3));
      assertThat(distance).isLessThanOrEqualTo(slope * step + 1e-7);
      assertThat(distance).isGreaterThanOrEqualTo(slope * step * (1 - step * step) - 1.5e-7);
    }
  }
}
