package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.evidence.CalibrationMonitor.Transition;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.simulation.Stream;
import java.nio.DoubleBuffer;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuarterBetsTest {
  private static final long HOUR = 3_600_000;
  private static final Tolerance TOLERANCE = Tolerance.within(0.02);
  private static final double FIRES = Math.log(10_000);
  private static final List<FeatureQuarters> FEATURES =
      List.of(
          new FeatureQuarters("age", List.of(0.25, 0.5, 0.75)),
          new FeatureQuarters("height", List.of(0.25, 0.5, 0.75)));

  /** Of two classes, or of one number. */
  @SuppressWarnings("ImmutableEnumChecker") // plans are never changed
  private enum Kind {
    CLASSES(TargetSpace.classes(2), Stream.dirichlet(2, 1)),
    NUMBERS(TargetSpace.reals(1), Stream.normals(1));

    private final SketchPlan plan;
    private final SketchPlan unprofiled;

    Kind(TargetSpace space, Stream.Law law) {
      Profile profile = ProfileLearner.learn(1, Stream.calibrated(law, 1).predictions(100), 8, 1);
      this.plan = SketchPlan.of(space, profile.withFeatures(FEATURES));
      this.unprofiled = SketchPlan.of(space, null);
    }

    /** A pane of 100 labels; of the upper quarter of heights the log-odds or means are shifted. */
    private Sketch pane(SketchPlan of, UniformRandomProvider random, double shift) {
      return pane(of, random, shift, 4);
    }

    /** The same of the lower quarters of heights alone. */
    private Sketch pane(SketchPlan of, UniformRandomProvider random, double shift, int quarters) {
      Sketch pane = of.empty();
      for (int i = 0; i < 100; i++) {
        byte[] cells = {(byte) random.nextInt(4), (byte) random.nextInt(quarters)};
        double wrong = cells[1] == 3 ? shift : 0;
        PredictiveDistribution p;
        Target y;
        if (this == CLASSES) {
          double c = random.nextDouble(0.1, 0.9);
          double odds = c / (1 - c) * Math.exp(wrong);
          p = Categorical.of(1 - c, c);
          y = Target.ofClass(random.nextDouble() < odds / (1 + odds) ? 1 : 0);
        } else {
          p = Normal.of(random.nextDouble(), 1);
          double z = ZigguratSampler.NormalizedGaussian.of(random).sample();
          y = Target.of(((Normal) p).mean(0) + z + wrong);
        }
        pane.add(p, y, Outcome.OWN, of == plan ? cells : new byte[0]);
      }
      return pane;
    }
  }

  private static UniformRandomProvider random(int seed) {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
  }

  private static double[] state(QuarterBets bets) {
    double[] state = new double[bets.length()];
    bets.write(DoubleBuffer.wrap(state));
    return state;
  }

  /** Over all outcomes of ten labels of two quarters, after panes of any kind. */
  @ParameterizedTest
  @ValueSource(doubles = {-40, 0, 3, 100})
  void ofClassesHaveAMeanOfAtMostOne(double seen) {
    double[] past = {seen, 200, 180, -seen / 3, 50, 70, 0, 0, 0, 0, 0, 0};
    double[] c = {0.001, 0.02, 0.2, 0.5, 0.99, 0.3, 0.5, 0.7, 0.9999, 0.1};
    ShiftedQuarters quarters = new ShiftedQuarters(TargetSpace.classes(2), FEATURES);
    double mean = 0;
    for (int outcome = 0; outcome < 1 << c.length; outcome++) {
      double[] pane = new double[12];
      double probability = 1;
      for (int i = 0; i < c.length; i++) {
        int k = outcome >> i & 1;
        int at = 3 * (i % 2);
        probability *= k == 1 ? c[i] : 1 - c[i];
        pane[at] += k - c[i];
        pane[at + 1] += (k - c[i]) * (k - c[i]);
        pane[at + 2] += c[i] * (1 - c[i]);
      }
      mean += probability * Math.exp(quarters.logFactor(past, pane));
    }

    assertThat(mean).isBetween(0.2, 1.0);
  }

  @Test
  void winOnceTheyHaveSeenTheFault() {
    for (Kind kind : Kind.values()) {
      UniformRandomProvider random = random(1);
      QuarterBets bets = QuarterBets.of(kind.plan);
      for (int i = 0; i < 10; i++) {
        bets.add(kind.pane(kind.plan, random, 1));
      }

      double won = 0;
      for (int i = 0; i < 10; i++) {
        List<Played> played = bets.play(kind.pane(kind.plan, random, 1), TOLERANCE);
        assertThat(played).hasSize(bets.size()).hasSize(2);
        won += Math.min(played.get(0).plain(), played.get(1).plain());
      }
      assertThat(won).isGreaterThan(10);
    }
  }

  @Test
  void areReadAsTheyWereWrittenAndDropWhatAnotherProfileSaw() {
    Kind kind = Kind.CLASSES;
    QuarterBets bets = QuarterBets.of(kind.plan);
    bets.add(kind.pane(kind.plan, random(2), 1));
    QuarterBets read = QuarterBets.of(kind.plan);
    QuarterBets other = QuarterBets.of(kind.unprofiled);
    DoubleBuffer state = DoubleBuffer.wrap(state(bets));

    read.read(DoubleBuffer.wrap(state(bets)));
    other.read(state);

    assertThat(state(read)).containsExactly(state(bets));
    assertThat(state.hasRemaining()).isFalse();
    assertThat(other.size()).isEqualTo(bets.size());
    assertThat(other.fault(new Deviations(kind.plan.grid(), TOLERANCE), state)).isEmpty();
    assertThat(other.play(kind.pane(kind.unprofiled, random(3), 1), TOLERANCE)).isEmpty();
  }

  /** A series begins without a profile, and goes on with one. */
  @Test
  void waitForAProfile() {
    for (Kind kind : Kind.values()) {
      UniformRandomProvider random = random(4);
      SeriesEvidence before = SeriesEvidence.empty(kind.unprofiled, 0.02);
      before.add(kind.pane(kind.unprofiled, random, 1));
      SeriesEvidence evidence = SeriesEvidence.read(kind.plan, 0.02, before.toArray());

      assertThat(evidence.logEValue()).isEqualTo(before.logEValue());

      for (int i = 0; i < 40; i++) {
        evidence.add(kind.pane(kind.plan, random, 1));
      }
      assertThat(evidence.logEValueBeyond()).isGreaterThan(10);
    }
  }

  /** Nothing shows that it is gone. */
  @Test
  void keepAFaultOfClassesOpenWhileNoSuchCaseComes() {
    Kind kind = Kind.CLASSES;
    UniformRandomProvider random = random(6);
    CalibrationMonitor monitor = CalibrationMonitor.empty(kind.plan, TOLERANCE, 0);
    long now = 0;
    for (; !monitor.isOpen() && now < 100 * HOUR; now += HOUR) {
      monitor.add(kind.pane(kind.plan, random, 0.8), now, FIRES);
    }
    assertThat(monitor.isOpen()).isTrue();

    for (int i = 0; i < 300; i++, now += HOUR) {
      monitor.add(kind.pane(kind.plan, random, 0.8, 3), now, FIRES);
    }

    assertThat(monitor.isOpen()).isTrue();
  }

  @Test
  void findAndEndAFaultAndSayWhereItIs() {
    for (Kind kind : Kind.values()) {
      UniformRandomProvider random = random(5);
      CalibrationMonitor monitor = CalibrationMonitor.empty(kind.plan, TOLERANCE, 0);
      long now = 0;
      for (; !monitor.isOpen() && now < 100 * HOUR; now += HOUR) {
        monitor.add(kind.pane(kind.plan, random, 0.8), now, FIRES);
      }
      for (int i = 0; i < 60; i++, now += HOUR) {
        monitor = CalibrationMonitor.read(kind.plan, TOLERANCE, 0, monitor.toArray());
        assertThat(monitor.add(kind.pane(kind.plan, random, 0.8), now, FIRES))
            .isEqualTo(Transition.NONE);
      }

      Fault fault = monitor.fault().orElseThrow();
      assertThat(fault.confirmed()).isTrue();
      assertThat(fault.otherwise())
          .contains("where feature height is 0.75 or more (its upper quarter)");
      assertThat(fault.otherwise())
          .containsPattern(
              kind == Kind.CLASSES
                  ? "^class 1 comes more often than predicted where .*: by 0\\.[5-9].? in log-odds$"
                  : "it is 0\\.[6-9].? sd too low$");

      int repaired = 0;
      while (monitor.isOpen() && repaired < 60) {
        monitor.add(kind.pane(kind.plan, random, 0), now, FIRES);
        now += HOUR;
        repaired++;
      }
      assertThat(repaired).isLessThanOrEqualTo(40);
    }
  }
}
