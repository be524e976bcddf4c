package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class DecisionCostsTest {
  private static final double ROUNDING = 1e-12;

  private static Categorical binary(double p) {
    return Categorical.of(1 - p, p);
  }

  @Test
  void oneActsFromTheThresholdOn() {
    DecisionCosts costs = DecisionCosts.ofThreshold(0.2);

    assertThat(costs.decision(binary(0.19))).isZero();
    assertThat(costs.decision(binary(0.21))).isEqualTo(1);
    assertThat(costs.expected(binary(0.25), 0)).isCloseTo(0.25, within(ROUNDING));
    assertThat(costs.expected(binary(0.25), 1)).isCloseTo(0.75 * 0.2 / 0.8, within(ROUNDING));
  }

  /** Scores that are rounded to two decimals often lie on the threshold. */
  @Test
  void oneActsOnWhatLiesOnTheThreshold() {
    for (int percent = 1; percent < 100; percent++) {
      double threshold = percent / 100.0;
      Categorical prediction = Categorical.of((100 - percent) / 100.0, threshold);

      assertThat(DecisionCosts.ofThreshold(threshold).decision(prediction)).isEqualTo(1);
    }
  }

  /** If p and q lie on different sides of t, the decision of p costs |q − t| / (1 − t) more. */
  @Test
  void theExcessOfAThresholdHasAClosedForm() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    for (int i = 0; i < 1000; i++) {
      double t = random.nextDouble(0.01, 0.99);
      double p = random.nextDouble();
      double q = random.nextDouble();
      double excess = p >= t == q >= t ? 0 : Math.abs(q - t) / (1 - t);

      assertThat(DecisionCosts.ofThreshold(t).excess(binary(p), binary(q)))
          .isCloseTo(excess, within(ROUNDING / (1 - t)));
    }
  }

  /** The least cost over all decisions, drawn costs that may be negative included. */
  @Test
  void noDecisionIsBetterThanThatOfTheTruth() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(2);
    for (int i = 0; i < 1000; i++) {
      int m = random.nextInt(2, 6);
      DirichletSampler sampler = DirichletSampler.symmetric(random, m, 0.5);
      Categorical predicted = Categorical.of(sampler.sample());
      Categorical truth = Categorical.of(sampler.sample());
      double[][] drawn =
          IntStream.range(0, m)
              .mapToObj(y -> random.doubles(m, -1, 1).toArray())
              .toArray(double[][]::new);
      DecisionCosts costs = DecisionCosts.of(drawn);
      double least =
          IntStream.range(0, m).mapToDouble(a -> costs.expected(truth, a)).min().orElseThrow();

      assertThat(costs.expected(truth, costs.decision(truth))).isEqualTo(least);
      assertThat(costs.excess(truth, truth)).isZero();
      assertThat(costs.excess(predicted, truth))
          .isGreaterThanOrEqualTo(0)
          .isCloseTo(costs.expected(truth, costs.decision(predicted)) - least, within(ROUNDING));
    }
  }

  @Test
  void refusesWhatIsNoMatrixOfCosts() {
    assertThatThrownBy(() -> DecisionCosts.ofThreshold(1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DecisionCosts.of(new double[][] {{0, 1}, {1}}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DecisionCosts.of(new double[][] {{0, Double.NaN}, {1, 0}}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DecisionCosts.ofThreshold(0.5).decision(Categorical.of(0.2, 0.3, 0.5)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
