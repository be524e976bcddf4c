package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.evidence.CalibrationMonitor.Transition;
import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PitBetsTest {
  private static final SketchPlan PLAN = SketchPlan.of(TargetSpace.reals(1), null);
  private static final Tolerance NONE = Tolerance.within(0);
  private static final long HOUR = 3_600_000;

  private static Sketch pane(
      UniformRandomProvider random, ToDoubleFunction<UniformRandomProvider> score) {
    Sketch pane = PLAN.empty();
    for (int i = 0; i < 100; i++) {
      pane.add(Normal.of(3, 2), Target.of(3 + 2 * score.applyAsDouble(random)));
    }
    return pane;
  }

  private static double gauss(UniformRandomProvider random) {
    return ZigguratSampler.NormalizedGaussian.of(random).sample();
  }

  private static double twoBumps(UniformRandomProvider random) {
    return 0.6 * gauss(random) + (random.nextBoolean() ? 0.8 : -0.8);
  }

  /** As two bumps in a third of cases. */
  private static double oftenGauss(UniformRandomProvider random) {
    return random.nextInt(3) == 0 ? twoBumps(random) : gauss(random);
  }

  private static List<PitBets> bets() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    PitBets learned = PitBets.learned();
    learned.add(pane(random, PitBetsTest::twoBumps));
    return List.of(learned, PitBets.onShapes());
  }

  @Test
  void areExactLikelihoodRatiosOfDensities() {
    assertThat(PitShapes.ALL).hasSize(37);
    for (PitDensity density : PitShapes.ALL) {
      double mass = IntStream.range(0, PitDensity.BINS).mapToDouble(density::mass).sum();
      assertThat(mass).isCloseTo(1, within(1e-12));
    }
  }

  /** By the distribution function of Student's t, of which 2 % are spread evenly. */
  @Test
  void knowHeavyTails() {
    PitDensity heavy = PitShapes.ALL.get(1);
    int first = 0;
    double below = TDistribution.of(3).cumulativeProbability(StandardNormal.lowerQuantile(1e-6));

    assertThat(heavy.mass(first)).isCloseTo(0.98 * below + 0.02 * 1e-6, within(1e-12));
  }

  /**
   * Each of the values may be the target of an ensemble of the others, its rank counting in parts.
   */
  @Test
  void areEValuesForEnsemblesAndQuantiles() {
    double[] values = {-1.3, -0.2, 0, 0, 0.4, 2.5};
    Quantiles quantiles = Quantiles.of(new double[] {0.1, 0.5, 0.9}, new double[] {-1, 0, 1});
    double[] targets = {-2, -0.5, 0.5, 2};
    double[] chances = {0.1, 0.4, 0.4, 0.1};
    for (PitBets bets : bets()) {
      for (int k = 0; k < bets.size(); k++) {
        double ofEnsembles = 0;
        for (int i = 0; i < values.length; i++) {
          int target = i;
          double[] members =
              IntStream.range(0, values.length)
                  .filter(j -> j != target)
                  .mapToDouble(j -> values[j])
                  .toArray();
          Sketch pane = PLAN.empty();
          pane.add(Ensemble.of(members), Target.of(values[i]));
          ofEnsembles += Math.exp(bets.play(pane, NONE).get(k).plain()) / values.length;
        }
        double ofQuantiles = 0;
        for (int i = 0; i < targets.length; i++) {
          Sketch pane = PLAN.empty();
          pane.add(quantiles, Target.of(targets[i]));
          ofQuantiles += chances[i] * Math.exp(bets.play(pane, NONE).get(k).plain());
        }
        assertThat(ofEnsembles).isLessThanOrEqualTo(1 + 1e-12).isGreaterThan(0.8);
        assertThat(ofQuantiles).isLessThanOrEqualTo(1 + 1e-12).isGreaterThan(0.8);
      }
    }
  }

  /** By quadrature over the scores of normal predictions that are tolerably off. */
  @ParameterizedTest
  @CsvSource({"0, 1", "0.02, 1", "-0.02, 1.02", "0.01, 0.9804", "0.005, 1.015"})
  void forgiveWhatIsTolerable(double shift, double scale) {
    for (PitBets bets : bets()) {
      double[] expectation = new double[bets.size()];
      double step = 0.002;
      for (double z = -8 + step / 2; z < 8; z += step) {
        Sketch pane = PLAN.empty();
        pane.add(Normal.of(0, 1), Target.of(z));
        List<Played> played = bets.play(pane, Tolerance.within(0.02));
        double at = (z - shift) / scale;
        double density = Math.exp(-at * at / 2) / Math.sqrt(2 * Math.PI) / scale;
        for (int k = 0; k < expectation.length; k++) {
          expectation[k] += density * step * Math.exp(played.get(k).lenient());
        }
      }
      // Each bin ends within a step of the quadrature.
      assertThat(Arrays.stream(expectation).max().orElseThrow()).isLessThanOrEqualTo(1.0005);
    }
  }

  /** Two bumps of mean 0 and variance 1, which no location, scale or beta density mends. */
  @Test
  void findAndEndAFaultOfShapeAndSayWhatItIs() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(2);
    CalibrationMonitor monitor = CalibrationMonitor.empty(PLAN, Tolerance.within(0.02), 0);
    long now = 0;
    while (!monitor.isOpen() && now < 60 * HOUR) {
      monitor.add(pane(random, PitBetsTest::twoBumps), now, Math.log(10_000));
      now += HOUR;
    }
    Fault found = monitor.fault().orElseThrow();
    for (int i = 0; i < 40; i++) {
      Sketch pane = pane(random, PitBetsTest::twoBumps);
      assertThat(monitor.add(pane, now, Math.log(10_000))).isEqualTo(Transition.NONE);
      now += HOUR;
    }
    Fault later = monitor.fault().orElseThrow();
    CalibrationMonitor read =
        CalibrationMonitor.read(PLAN, Tolerance.within(0.02), 0, monitor.toArray());
    Transition last = Transition.NONE;
    for (int i = 0; i < 200 && last == Transition.NONE; i++) {
      last = read.add(pane(random, PitBetsTest::gauss), now, Math.log(10_000));
      now += HOUR;
    }

    assertThat(found.deviation()).isEmpty();
    assertThat(found.otherwise())
        .startsWith("the shape of the predicted distributions is wrong: ")
        .contains(" targets than predicted fall ");
    assertThat(found.confirmed()).isFalse();
    assertThat(later.confirmed()).isTrue();
    assertThat(last).isEqualTo(Transition.ENDED);
  }

  /** Of a fault that became a third as large before it was gone. */
  @Test
  void endAFaultThatWasMendedInPartBefore() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    CalibrationMonitor monitor = CalibrationMonitor.empty(PLAN, Tolerance.within(0.02), 0);
    long now = 0;
    for (int i = 0; i < 60; i++) {
      monitor.add(pane(random, PitBetsTest::twoBumps), now, Math.log(10_000));
      now += HOUR;
    }
    for (int i = 0; i < 200; i++) {
      monitor.add(pane(random, PitBetsTest::oftenGauss), now, Math.log(10_000));
      now += HOUR;
    }
    assertThat(monitor.isOpen()).isTrue();

    for (int i = 0; i < 200 && monitor.isOpen(); i++) {
      monitor.add(pane(random, PitBetsTest::gauss), now, Math.log(10_000));
      now += HOUR;
    }
    assertThat(monitor.isOpen()).isFalse();
  }
}
