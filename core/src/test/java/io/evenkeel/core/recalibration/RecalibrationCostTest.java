package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.score.DecisionCosts;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecalibrationCostTest {
  private static final double THRESHOLD = 0.3;
  private static final RecalibrationCost COST =
      new RecalibrationCost(DecisionCosts.ofThreshold(THRESHOLD));

  /** Probabilities spread evenly over (0, 1). */
  private static List<Categorical> even(int n) {
    return IntStream.range(0, n)
        .mapToDouble(i -> (i + 0.5) / n)
        .mapToObj(p -> Categorical.of(1 - p, p))
        .toList();
  }

  /**
   * With the odds of class 1 times e^δ = 2, decisions differ for p between t/(2 − t) and t, and
   * cost ∫ (2p/(1 + p) − t) dp / (1 − t) more.
   */
  @Test
  void agreesWithTheIntegralOverEvenProbabilities() {
    double from = THRESHOLD / (2 - THRESHOLD);
    double integral =
        2 * (THRESHOLD - from)
            - 2 * Math.log((1 + THRESHOLD) / (1 + from))
            - THRESHOLD * (THRESHOLD - from);

    assertThat(COST.mean(even(20_000), new ClassShift(1, Math.log(2))))
        .isCloseTo(integral / (1 - THRESHOLD), within(1e-6));
  }

  @Test
  void costsNothingWhereNothingIsWrongOrEveryDecisionIsTheSame() {
    assertThat(COST.mean(even(100), new Temperature(1))).isZero();
    assertThat(COST.mean(List.of(Categorical.of(0.1, 0.9)), new ClassShift(1, Math.log(2))))
        .isZero();
    assertThat(COST.mean(List.of(), new Temperature(2))).isNaN();
  }

  @Test
  void takesProbabilitiesOfZero() {
    assertThat(COST.mean(List.of(Categorical.of(1, 0)), new ClassShift(1, 1))).isZero();
  }
}
