package io.evenkeel.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.DelayLaw;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulationTest {
  private static final int N = 10_000;
  private static final LabelTiming PROMPT =
      new LabelTiming(DelayLaw.fixed(Duration.ofMinutes(1)), 0, 1);

  @ParameterizedTest
  @EnumSource(Preset.class)
  void isTheSameEachTime(Preset preset) {
    List<Case> cases = preset.simulation().cases().limit(100).toList();

    assertThat(cases).hasSize(100);
    assertThat(preset.simulation().cases().limit(100).toList()).isEqualTo(cases);
  }

  @Test
  void isAnotherForAnotherSeed() {
    Law law = new CategoricalLaw(3, 1, 1, 1);

    assertThat(simulation(law, PROMPT, 1).cases().findFirst())
        .isNotEqualTo(simulation(law, PROMPT, 2).cases().findFirst());
  }

  @Test
  void isCalibratedBeforeTheChangeAndOverConfidentAfter() {
    List<Case> cases = simulation(new CategoricalLaw(2, 0.5, 0.5, 1), PROMPT, 3).cases().toList();

    assertThat(z(before(cases))).isBetween(-4.0, 4.0);
    assertThat(z(sure(before(cases)))).isBetween(-4.0, 4.0);
    assertThat(z(sure(after(cases)))).isLessThan(-6.0);
  }

  @Test
  void staysCalibratedUnderACovariateShift() {
    List<Case> cases = simulation(new CategoricalLaw(5, 0.5, 1, 10), PROMPT, 4).cases().toList();

    assertThat(z(before(cases))).isBetween(-4.0, 4.0);
    assertThat(z(after(cases))).isBetween(-4.0, 4.0);
    // The mean of the first class is 1/5 before and 5 / (5 + 4 * 0.5) after.
    assertThat(before(cases).stream().mapToDouble(SimulationTest::first).average().orElseThrow())
        .isCloseTo(0.2, within(0.03));
    assertThat(after(cases).stream().mapToDouble(SimulationTest::first).average().orElseThrow())
        .isCloseTo(5 / 7.0, within(0.03));
  }

  @Test
  void shiftsAndWidensNormalTargets() {
    List<Case> cases = simulation(new NormalLaw(0.5, 1.3, 2), PROMPT, 5).cases().toList();
    double[] before = residuals(before(cases));
    double[] after = residuals(after(cases));

    // Four standard errors: 1/sqrt(5000) of a mean, 1/sqrt(10000) of a standard deviation.
    assertThat(mean(before)).isCloseTo(0, within(0.057));
    assertThat(deviation(before)).isCloseTo(1, within(0.04));
    assertThat(mean(after)).isCloseTo(0.5, within(0.074));
    assertThat(deviation(after)).isCloseTo(1.3, within(0.052));
  }

  @Test
  void leavesPredictionsAndTargetsAsTheyAreForOtherDelays() {
    Law law = new CategoricalLaw(3, 1, 1, 1);
    LabelTiming random =
        new LabelTiming(new DelayLaw(DelayLaw.Kind.EXPONENTIAL, Duration.ofHours(1), 1), 0, 1);

    assertThat(targets(simulation(law, random, 1))).isEqualTo(targets(simulation(law, PROMPT, 1)));
  }

  @Test
  void labelsPositivesFirstWhenDelaysAreInformative() {
    LabelTiming informative = new LabelTiming(DelayLaw.fixed(Duration.ofMinutes(1)), 0, 10);
    Simulation simulation = simulation(new CategoricalLaw(2, 1, 1, 1), informative, 1);

    assertThat(simulation.cases().limit(200))
        .allSatisfy(
            one ->
                assertThat(one.labels().get(0).knownAt() - one.prediction().madeAt())
                    .isEqualTo(target(one) == 1 ? 60_000 : 600_000));
  }

  @Test
  void neverLabelsTheShare() {
    LabelTiming some = new LabelTiming(DelayLaw.fixed(Duration.ofMinutes(1)), 0.3, 1);
    Stream<Case> cases = simulation(new CategoricalLaw(2, 1, 1, 1), some, 1).cases();

    long never = cases.filter(one -> one.labels().isEmpty()).count();

    assertThat((double) never / N).isCloseTo(0.3, within(4 * Math.sqrt(0.3 * 0.7 / N)));
  }

  @Test
  void refusesParametersOutOfRange() {
    assertThatThrownBy(() -> new CategoricalLaw(1, 1, 1, 1)).hasMessageContaining("got 1");
    assertThatThrownBy(() -> new CategoricalLaw(2, 1, Double.NaN, 1))
        .hasMessageContaining("temperature must be positive and finite, got NaN");
    assertThatThrownBy(() -> new NormalLaw(0, -1, 0)).hasMessageContaining("scale");
    assertThatThrownBy(() -> new LabelTiming(DelayLaw.fixed(Duration.ZERO), 2, 1))
        .hasMessageContaining("got 2");
    assertThatThrownBy(() -> Preset.of("none")).hasMessageContainingAll("'none'", "overconfident");
  }

  /** z of the sum of 1{y = 0} - p_0, given the predictions. */
  private static double z(List<Case> cases) {
    double sum = 0;
    double variance = 0;
    for (Case one : cases) {
      double p = first(one);
      sum += (target(one) == 0 ? 1 : 0) - p;
      variance += p * (1 - p);
    }
    return sum / Math.sqrt(variance);
  }

  private static List<Case> sure(List<Case> cases) {
    return cases.stream().filter(one -> first(one) > 0.8).toList();
  }

  private static Simulation simulation(Law law, LabelTiming labels, long seed) {
    Arrivals arrivals =
        new Arrivals(
            N,
            Instant.parse("2026-01-01T00:00:00Z"),
            Duration.ofSeconds(1),
            Duration.ofSeconds(N / 2));
    return new Simulation("m", law, arrivals, labels, seed);
  }

  private static List<Case> before(List<Case> cases) {
    return cases.subList(0, N / 2);
  }

  private static List<Case> after(List<Case> cases) {
    return cases.subList(N / 2, N);
  }

  private static double first(Case one) {
    return ((Categorical) one.prediction().distribution()).probability(0);
  }

  private static List<Integer> targets(Simulation simulation) {
    return simulation.cases().map(SimulationTest::target).toList();
  }

  private static int target(Case one) {
    return ((RawTarget.Index) one.labels().get(0).target()).value();
  }

  private static double[] residuals(List<Case> cases) {
    return cases.stream().mapToDouble(SimulationTest::residual).toArray();
  }

  private static double residual(Case one) {
    Normal normal = (Normal) one.prediction().distribution();
    double y = ((RawTarget.Real) one.labels().get(0).target()).value();
    return (y - normal.mean(0)) / Math.sqrt(normal.variance(0));
  }

  private static double mean(double[] x) {
    return Arrays.stream(x).average().orElseThrow();
  }

  private static double deviation(double[] x) {
    double mean = mean(x);
    return Math.sqrt(Arrays.stream(x).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
  }
}
