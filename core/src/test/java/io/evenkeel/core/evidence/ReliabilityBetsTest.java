package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.evidence.CalibrationMonitor.Transition;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.RecalibrationGrid;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReliabilityBetsTest {
  private static final TargetSpace SPACE = TargetSpace.classes(2);
  private static final SketchPlan PLAN = SketchPlan.of(SPACE, null);
  private static final Tolerance NONE = Tolerance.within(0);
  private static final long HOUR = 3_600_000;

  private static Categorical of(double p) {
    return Categorical.of(1 - p, p);
  }

  private static Sketch pane(UniformRandomProvider random, DoubleUnaryOperator truth) {
    Sketch pane = PLAN.empty();
    for (int i = 0; i < 200; i++) {
      double p = random.nextDouble();
      int y = random.nextDouble() < truth.applyAsDouble(p) ? 1 : 0;
      pane.add(of(p), Target.ofClass(y));
    }
    return pane;
  }

  /** Too low in the middle and too high beside it, which no shift or temperature mends. */
  private static double middle(double p) {
    double gap = Math.abs(p - 0.5);
    return gap < 0.1 ? p + 0.16 : gap < 0.3 ? p - 0.08 : p;
  }

  /** Bets that have learned a wild curve. */
  private static ReliabilityBets learned() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
    ReliabilityBets bets = new ReliabilityBets(SPACE);
    bets.add(pane(random, p -> p + 0.2 * p * (1 - p) * Math.sin(20 * p)));
    return bets;
  }

  /** Of two labels, by summation: exact if they are equal, below if only their bin is. */
  @ParameterizedTest
  @CsvSource({"0.5, 0.5", "0.47, 0.53", "0.0002, 0.0009", "1e-9, 1e-6", "0.999, 0.9961", "0, 1"})
  void areEValuesForEveryPairOfPredictions(double p, double q) {
    ReliabilityBets bets = learned();
    double[] expectation = new double[bets.size()];
    for (int y = 0; y < 2; y++) {
      for (int z = 0; z < 2; z++) {
        Sketch pane = PLAN.empty();
        pane.add(of(p), Target.ofClass(y));
        pane.add(of(q), Target.ofClass(z));
        double chance = (y == 1 ? p : 1 - p) * (z == 1 ? q : 1 - q);
        List<Played> played = bets.play(pane, NONE);
        for (int k = 0; k < expectation.length; k++) {
          expectation[k] += chance == 0 ? 0 : chance * Math.exp(played.get(k).plain());
        }
      }
    }
    for (double one : expectation) {
      assertThat(one).isLessThanOrEqualTo(1 + 1e-12).isGreaterThan(0.9);
      if (p == q) {
        assertThat(one).isCloseTo(1, within(1e-12));
      }
    }
  }

  /** The same for one label whose log-odds are tolerably off. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 0.02, 1",
    "0.5, -0.02, 1.02",
    "0.03, 0.02, 0.9804",
    "0.999, -0.02, 0.99",
    "1e-7, 0, 0.9804"
  })
  void forgiveWhatIsTolerable(double p, double shift, double slope) {
    ReliabilityBets bets = learned();
    double odds = Math.exp(shift) * Math.pow(p / (1 - p), slope);
    double truth = odds / (1 + odds);
    double[] expectation = new double[bets.size()];
    for (int y = 0; y < 2; y++) {
      Sketch pane = PLAN.empty();
      pane.add(of(p), Target.ofClass(y));
      List<Played> played = bets.play(pane, Tolerance.within(0.02));
      for (int k = 0; k < expectation.length; k++) {
        expectation[k] += (y == 1 ? truth : 1 - truth) * Math.exp(played.get(k).lenient());
      }
    }
    for (double one : expectation) {
      assertThat(one).isLessThanOrEqualTo(1 + 1e-6);
    }
  }

  /** A class of many may be shifted by the tolerance, and the most probable one with it. */
  @Test
  void forgiveShiftsOfTheMostProbableOfManyClasses() {
    TargetSpace three = TargetSpace.classes(3);
    SketchPlan plan = SketchPlan.of(three, null);
    ReliabilityBets bets = new ReliabilityBets(three);
    Sketch past = plan.empty();
    for (int i = 0; i < 40; i++) {
      past.add(Categorical.of(0.7, 0.2, 0.1), Target.ofClass(i % 2));
    }
    bets.add(past);
    double total = 0.7 * Math.exp(-0.02) + 0.3;
    double[] truth = {0.7 * Math.exp(-0.02) / total, 0.2 / total, 0.1 / total};
    double[] expectation = new double[bets.size()];
    for (int y = 0; y < 3; y++) {
      Sketch pane = plan.empty();
      pane.add(Categorical.of(0.7, 0.2, 0.1), Target.ofClass(y));
      List<Played> played = bets.play(pane, Tolerance.within(0.02));
      for (int k = 0; k < expectation.length; k++) {
        expectation[k] += truth[y] * Math.exp(played.get(k).lenient());
      }
    }
    for (double one : expectation) {
      assertThat(one).isLessThanOrEqualTo(1);
    }
  }

  /** What a reference tolerates is not known bin by bin. */
  @Test
  void areNotMadeBesideAReference() {
    RecalibrationGrid grid = PLAN.grid();
    Tolerance relative = NONE.orAsIn(grid, new double[grid.size()], 0, 0, 0);

    assertThat(learned().play(PLAN.empty(), relative)).isEmpty();
    assertThat(new ReliabilityBets(SPACE).play(PLAN.empty(), NONE)).isEmpty();
  }

  /** Without a profile there are no kernel bets; log-odds and temperature see little of it. */
  @Test
  void findAndEndAFaultOfTheMiddleAndSayWhereItIs() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(2);
    CalibrationMonitor monitor = CalibrationMonitor.empty(PLAN, Tolerance.within(0.02), 0);
    long now = 0;
    while (!monitor.isOpen() && now < 60 * HOUR) {
      monitor.add(pane(random, ReliabilityBetsTest::middle), now, Math.log(10_000));
      now += HOUR;
    }
    Fault found = monitor.fault().orElseThrow();
    for (int i = 0; i < 60; i++) {
      Sketch pane = pane(random, ReliabilityBetsTest::middle);
      assertThat(monitor.add(pane, now, Math.log(10_000))).isEqualTo(Transition.NONE);
      now += HOUR;
    }
    Fault later = monitor.fault().orElseThrow();
    CalibrationMonitor read =
        CalibrationMonitor.read(PLAN, Tolerance.within(0.02), 0, monitor.toArray());
    Transition last = Transition.NONE;
    for (int i = 0; i < 200 && last == Transition.NONE; i++) {
      last = read.add(pane(random, p -> p), now, Math.log(10_000));
      now += HOUR;
    }

    assertThat(found.deviation()).isEmpty();
    assertThat(found.otherwise())
        .matches(
            "class 1 comes more often than predicted where its probability is 40 % to (60|67) %:"
                + " up to 0\\.[3-9]\\d in log-odds");
    assertThat(found.confirmed()).isFalse();
    assertThat(later.confirmed()).isTrue();
    assertThat(last).isEqualTo(Transition.ENDED);
  }

  @Test
  void tellsRareProbabilitiesApart() {
    Sketch pane = PLAN.empty();
    pane.add(of(2e-6), Target.ofClass(0));
    pane.add(of(5e-4), Target.ofClass(1));

    assertThat(pane.confidences().count(0)).isEqualTo(1);
    assertThat(pane.confidences().hits(2)).isEqualTo(1);
    assertThat(pane.reliability().classOne().get(0).count()).isEqualTo(2);
  }
}
