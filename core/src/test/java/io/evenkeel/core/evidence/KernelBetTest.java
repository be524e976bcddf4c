package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.moments.Projection;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.simulation.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelBetTest {
  private static final int CLASSES = 3;
  private static final int LOCATIONS = 6;
  private static final Stream.Law LAW = Stream.dirichlet(CLASSES, 0.7);
  private static final Profile PROFILE =
      ProfileLearner.learn(1, Stream.calibrated(LAW, 1).predictions(100), LOCATIONS, 1);
  private static final SketchPlan PLAN = SketchPlan.of(TargetSpace.classes(CLASSES), PROFILE);

  private static KernelBet bet(UniformRandomProvider random) {
    return bet(PROFILE, random);
  }

  private static KernelBet bet(Profile profile, UniformRandomProvider random) {
    double[] residuals = new double[LOCATIONS];
    double[][] covariance = new double[LOCATIONS][LOCATIONS];
    for (int i = 0; i < LOCATIONS; i++) {
      residuals[i] = random.nextDouble(-1, 1);
      covariance[i][i] = random.nextDouble(0.01, 0.3);
    }
    return KernelBet.of(profile, residuals, 1, covariance);
  }

  private static Projection of(KernelBet bet, Categorical p, int label) {
    Sketch sketch = PLAN.empty();
    sketch.add(p, Target.ofClass(label));
    return sketch.project(bet.direction()).orElseThrow();
  }

  /** exp(x − x²/6) ≤ 1 + x + x²/3, with equality at 0. */
  @Test
  void restsOnAnInequality() {
    for (double x = -60; x <= 60; x += 1e-3) {
      double slack = 1 + x + x * x / 3 - Math.exp(x - x * x / 6);
      assertThat(slack).as("%s", x).isGreaterThan(-1e-12);
    }
  }

  /** By summation over the labels: the expectation of every factor under the prediction. */
  @Test
  void isAnEValueForEveryPrediction() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(2);
    for (PredictiveDistribution prediction : Stream.calibrated(LAW, 3).predictions(300)) {
      Categorical p = (Categorical) prediction;
      KernelBet bet = bet(random);
      double[] expectation = new double[KernelBet.BETS];
      for (int y = 0; y < CLASSES; y++) {
        double[] logs = bet.logFactors(of(bet, p, y));
        for (int k = 0; k < KernelBet.BETS; k++) {
          expectation[k] += p.probability(y) * Math.exp(logs[k]);
        }
      }
      for (double one : expectation) {
        assertThat(one).isLessThanOrEqualTo(1 + 1e-12);
      }
    }
  }

  /** Of an ensemble and its target any one of their values may have been the target. */
  @Test
  void isAnEValueForEnsembles() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(9);
    List<double[]> samples = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      double center = random.nextDouble(-2, 4);
      samples.add(random.doubles(6).map(u -> Math.max(0, center + 2 * u)).toArray()); // many zeros
    }
    List<PredictiveDistribution> ensembles =
        samples.stream().map(values -> ensemble(values, 0)).toList();
    Profile profile = ProfileLearner.learn(1, ensembles, LOCATIONS, 1);
    SketchPlan plan = SketchPlan.of(TargetSpace.reals(1), profile);
    for (double[] values : samples) {
      KernelBet bet = bet(profile, random);
      double[] expectation = new double[KernelBet.BETS];
      for (int i = 0; i < values.length; i++) {
        Sketch sketch = plan.empty();
        sketch.add(ensemble(values, i), Target.of(values[i]));
        double[] logs = bet.logFactors(sketch.project(bet.direction()).orElseThrow());
        for (int k = 0; k < KernelBet.BETS; k++) {
          expectation[k] += Math.exp(logs[k]) / values.length;
        }
      }
      for (double one : expectation) {
        assertThat(one).isLessThanOrEqualTo(1 + 1e-12);
      }
    }
  }

  /** All values but one. */
  private static PredictiveDistribution ensemble(double[] values, int without) {
    return Ensemble.of(
        IntStream.range(0, values.length)
            .filter(i -> i != without)
            .mapToDouble(i -> values[i])
            .toArray());
  }

  /** The same where the truth is the prediction with the log-odds of a class shifted by ε. */
  @ParameterizedTest
  @ValueSource(doubles = {-0.2, -0.02, 0.02, 0.2})
  void forgivesShiftsWithinTheTolerance(double shift) {
    Tolerance tolerance = Tolerance.within(Math.abs(shift));
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(4);
    for (PredictiveDistribution prediction : Stream.calibrated(LAW, 5).predictions(300)) {
      Categorical p = (Categorical) prediction;
      KernelBet bet = bet(random);
      double total = 1 + p.probability(0) * Math.expm1(shift);
      double[] expectation = new double[KernelBet.BETS];
      for (int y = 0; y < CLASSES; y++) {
        double truth = p.probability(y) * (y == 0 ? Math.exp(shift) : 1) / total;
        double[] logs = bet.lenientLogFactors(of(bet, p, y), tolerance);
        for (int k = 0; k < KernelBet.BETS; k++) {
          expectation[k] += truth * Math.exp(logs[k]);
        }
      }
      for (double one : expectation) {
        assertThat(one).isLessThanOrEqualTo(1 + 1e-12);
      }
    }
  }

  /** To second order nothing is lost: θm − θ²/2 per label for a mean m in standard deviations. */
  @Test
  void growsAsALikelihoodRatioDoes() {
    KernelBet bet = bet(RandomSource.XO_RO_SHI_RO_128_PP.create(6));
    double n = 1000;
    double mean = 0.1;

    double[] logs = bet.logFactors(new Projection((long) n, n * mean, n * (1 + mean * mean), n));

    assertThat(logs[1]).isCloseTo(n * mean * mean / 2, within(0.02));
    assertThat(List.of(logs[0], logs[2], logs[3])).allMatch(log -> log < logs[1]);
  }

  /** However the direction was chosen, the residual of no label is beyond the bound. */
  @Test
  void boundsItsResiduals() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
    for (PredictiveDistribution prediction : Stream.calibrated(LAW, 8).predictions(300)) {
      KernelBet bet = bet(random);
      for (int y = 0; y < CLASSES; y++) {
        double x = of(bet, (Categorical) prediction, y).sum();
        assertThat(Math.abs(x)).isLessThanOrEqualTo(bet.bound());
      }
    }
  }
}
