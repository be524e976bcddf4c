package io.evenkeel.core.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class CkceTest {
  private static final double GAMMA = 0.5;

  /** k_P = 1 for the same prediction and 0 otherwise. */
  private static final TensorKernel IDENTITY =
      new TensorKernel((p, q) -> p.equals(q) ? 1 : 0, new KroneckerKernel());

  private static final Categorical HIGH = Categorical.of(0.8, 0.2);
  private static final Categorical LOW = Categorical.of(0.1, 0.9);

  @Test
  void isASumOverTheDistinctPredictionsUnderTheirIdentity() {
    Observations sample = twoGroups(40, 60);
    double lambda = 0.1;
    double ridge = lambda * sample.size();
    // Each group is off by 0.2 and 0.1 in either class.
    double expected =
        2 * Math.pow(0.2 * 40 / (40 + ridge), 2) + 2 * Math.pow(0.1 * 60 / (60 + ridge), 2);

    assertThat(new Ckce(IDENTITY).estimate(sample, lambda)).isCloseTo(expected, within(1e-14));
  }

  @Test
  void doesNotDependOnHowOftenAPredictionIsMadeAsTheRidgeVanishes() {
    double lambda = 1e-7;

    assertThat(new Ckce(IDENTITY).estimate(twoGroups(80, 20), lambda)).isCloseTo(0.1, within(1e-6));
    assertThat(new Ckce(IDENTITY).estimate(twoGroups(20, 80), lambda)).isCloseTo(0.1, within(1e-6));
  }

  @Test
  void isApproachedByFourierFeatures() {
    Observations sample = sample(60, 3);
    TensorKernel kernel = new TensorKernel(Ckce.predictionKernel(GAMMA), new KroneckerKernel());
    double lambda = Ckce.defaultLambda(sample.size());

    double exact = new Ckce(kernel).estimate(sample);
    double approximate = FourierCkce.random(GAMMA, 3, 300, 11).estimate(sample, lambda);

    // The features have a relative error of order 1/√D.
    assertThat(approximate).isCloseTo(exact, Percentage.withPercentage(10));
  }

  @Test
  void hasAPredictionKernelMadeOfAnInnerProductAndAGaussian() {
    Categorical p = Categorical.of(0.2, 0.3, 0.5);
    Categorical q = Categorical.of(0.4, 0.4, 0.2);

    assertThat(Ckce.predictionKernel(GAMMA).apply(p, q))
        .isCloseTo(0.3 + Math.exp(-0.14 / (2 * GAMMA * GAMMA)), within(1e-15));
  }

  @Test
  void drawsTheSameFrequenciesFromTheSameSeed() {
    Categorical p = Categorical.of(0.2, 0.3, 0.5);

    assertThat(FourierCkce.random(GAMMA, 3, 5, 7).features(p))
        .isEqualTo(FourierCkce.random(GAMMA, 3, 5, 7).features(p))
        .isNotEqualTo(FourierCkce.random(GAMMA, 3, 5, 8).features(p))
        .hasSize(13);
  }

  @Test
  void needsARidgeAndAnObservation() {
    assertThatThrownBy(() -> new Ckce(IDENTITY).estimate(twoGroups(10, 10), 0))
        .hasMessageContaining("lambda")
        .hasMessageContaining("0.0");
    assertThatThrownBy(() -> new Ckce(IDENTITY).estimate(Observations.of(List.of(), List.of())))
        .hasMessageContaining("n must be at least 1");
  }

  /** HIGH comes true 60 % of the time instead of 80, LOW 20 % instead of 10. */
  private static Observations twoGroups(int high, int low) {
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < high + low; i++) {
      boolean isHigh = i < high;
      predictions.add(isHigh ? HIGH : LOW);
      targets.add(Target.ofClass(isHigh ? (i < 0.6 * high ? 0 : 1) : i < high + 0.2 * low ? 0 : 1));
    }
    return Observations.of(predictions, targets);
  }

  private static Observations sample(int n, long seed) {
    Random random = new Random(seed);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double a = random.nextDouble();
      double b = random.nextDouble() * (1 - a);
      predictions.add(Categorical.of(a, b, 1 - a - b));
      targets.add(Target.ofClass(random.nextInt(3)));
    }
    return Observations.of(predictions, targets);
  }
}
