package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.internal.GaussLegendre;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.Uniform;
import io.evenkeel.core.prediction.Univariate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class MeanDistanceTest {

  /** Of every kind: at one place and at others, of one scale and of others, and point masses. */
  private static List<PredictiveDistribution> predictions() {
    List<PredictiveDistribution> all = new ArrayList<>();
    for (double at : new double[] {0, 0.7, -30}) {
      for (double scale : new double[] {0, 1, 1 + 1e-9, 0.3, 200}) {
        all.add(Normal.of(at, scale));
        all.add(new Laplace(at, scale));
        all.add(new Uniform(at, at + scale));
        all.add(new Exponential(at, scale));
        all.add(new Exponential(at, -scale));
      }
    }
    return all;
  }

  @Test
  void isTheIntegralOfBothDistributionFunctionsForAllPairs() {
    List<PredictiveDistribution> all = predictions();
    for (PredictiveDistribution p : all) {
      for (PredictiveDistribution q : all.subList(all.indexOf(p), all.size())) {
        double integral = integral(p, q);

        assertThat(List.of(MeanDistance.between(p, q, 0), MeanDistance.between(q, p, 0)))
            .as("%s and %s", p, q)
            .allSatisfy(mean -> assertThat(mean).isCloseTo(integral, within(2e-13 * integral)));
      }
    }
  }

  /** ∫ F (1 − G) + G (1 − F), by panels that no edge lies within. */
  private static double integral(PredictiveDistribution p, PredictiveDistribution q) {
    Univariate first = Univariate.of(p);
    Univariate second = Univariate.of(q);
    double[] edges = DoubleStream.concat(edges(p), edges(q)).sorted().distinct().toArray();
    double sum = 0;
    for (int i = 1; i < edges.length; i++) {
      double mean =
          GaussLegendre.mean(
              t -> first.cdf(t) * second.survival(t) + second.cdf(t) * first.survival(t),
              edges[i - 1],
              edges[i]);
      sum += (edges[i] - edges[i - 1]) * mean;
    }
    return sum;
  }

  private static DoubleStream edges(PredictiveDistribution p) {
    double scale = scale(p);
    return DoubleStream.iterate(-40, k -> k <= 40, k -> k + 0.5).map(k -> place(p) + k * scale);
  }

  private static double place(PredictiveDistribution p) {
    if (p instanceof Normal normal) {
      return normal.mean(0);
    }
    if (p instanceof Laplace laplace) {
      return laplace.location();
    }
    return p instanceof Uniform uniform ? uniform.low() : ((Exponential) p).origin();
  }

  private static double scale(PredictiveDistribution p) {
    if (p instanceof Normal normal) {
      return Math.sqrt(normal.variance(0));
    }
    if (p instanceof Laplace laplace) {
      return laplace.scale();
    }
    return p instanceof Uniform uniform ? uniform.width() : Math.abs(((Exponential) p).scale());
  }

  @Test
  void isTheMeanOfDrawnPairs() {
    TargetSampler sampler = new TargetSampler(RandomSource.XO_RO_SHI_RO_128_PP.create(11));
    PredictiveDistribution[][] pairs = {
      {new Uniform(0, 1), new Uniform(0.5, 2)},
      {new Uniform(-1, 1), Normal.of(0.5, 0.6)},
      {new Exponential(0, 1), new Exponential(2, -0.5)},
      {new Exponential(1, -2), Normal.of(0.5, 0.6)},
      {new Exponential(1, -2), new Uniform(-1, 3)}
    };
    for (PredictiveDistribution[] pair : pairs) {
      int n = 100_000;
      double sum = 0;
      double squares = 0;
      for (int k = 0; k < n; k++) {
        double distance =
            Math.abs(
                Univariate.of(pair[0]).quantile(drawn(sampler))
                    - Univariate.of(pair[1]).quantile(drawn(sampler)));
        sum += distance / n;
        squares += distance * distance / n;
      }

      assertThat(MeanDistance.between(pair[0], pair[1], 0))
          .isCloseTo(sum, within(4 * Math.sqrt((squares - sum * sum) / n)));
    }
  }

  private static double drawn(TargetSampler sampler) {
    return ((RealVector) sampler.draw(new Uniform(0, 1))).get(0);
  }

  @Test
  void knowsFacingTailsOfOneScale() {
    // E|2 − S| for the sum S of two standard exponential numbers: 2 − 2 + 2 e^(−2) (2 + 2).
    assertThat(MeanDistance.between(new Exponential(0, 1), new Exponential(2, -1), 0))
        .isCloseTo(8 * Math.exp(-2), within(1e-15));
    assertThat(MeanDistance.between(new Uniform(0, 1), new Uniform(0, 1), 0))
        .isCloseTo(1.0 / 3, within(1e-15));
    assertThat(MeanDistance.between(new Uniform(0, 1), new Uniform(0.5, 1.5), 0))
        .isCloseTo(13.0 / 24, within(1e-15));
  }

  /** In units of the scale the distance is the same. */
  @Test
  void doesNotDependOnTheUnit() {
    for (double unit : new double[] {0x1p-900, 0x1p900}) {
      Laplace p = new Laplace(unit, 0.5 * unit);
      for (PredictiveDistribution[] pair :
          new PredictiveDistribution[][] {
            {new Laplace(1, 0.5), p},
            {new Uniform(0, 1.5), new Uniform(0, 1.5 * unit)},
            {new Exponential(0.25, -2), new Exponential(0.25 * unit, -2 * unit)}
          }) {
        double expected = unit * MeanDistance.between(new Laplace(1, 0.5), pair[0], 0);

        assertThat(MeanDistance.between(p, pair[1], 0))
            .isCloseTo(expected, within(1e-14 * expected));
      }
    }
    assertThat(Crps.expected(new Laplace(0, 1e-300))).isCloseTo(0.75e-300, within(1e-313));
  }

  @Test
  void keepsItsDigitsAtExtremeScales() {
    assertThat(MeanDistance.between(new Exponential(0, 1e-300), Normal.of(1, 1e100), 0))
        .isCloseTo(1e100 * Math.sqrt(2 / Math.PI), within(1e87));
    assertThat(MeanDistance.between(new Exponential(0, 1e300), new Exponential(1, -1e-300), 0))
        .isCloseTo(1e300, within(1e287));
    assertThat(MeanDistance.between(new Uniform(0, 1e-300), new Uniform(0, 1e-300), 0))
        .isCloseTo(1e-300 / 3, within(1e-313));
    assertThat(MeanDistance.between(new Uniform(0, 1e-300), new Exponential(1e300, -1e-300), 0))
        .isEqualTo(1e300);
    assertThat(MeanDistance.between(new Uniform(-1e300, 1e300), Normal.of(0, 1e-100), 0))
        .isCloseTo(5e299, within(1e287));
  }
}
