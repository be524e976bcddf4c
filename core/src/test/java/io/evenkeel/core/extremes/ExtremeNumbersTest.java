package io.evenkeel.core.extremes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.evidence.SeriesEvidence;
import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.SkceTest;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.sequential.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A sentinel, a unit that is wrong by a hundred orders of magnitude or a denormal number must
 * neither stop a series nor leave a NaN in it: for every kind of prediction, profiles of ordinary
 * and of extreme predictions, and predictions and targets of either.
 */
final class ExtremeNumbersTest {
  private static final int OBSERVATIONS = 400;

  /** More of them with -Devenkeel.extremes.seeds=100. */
  private static final int SEEDS = Integer.getInteger("evenkeel.extremes.seeds", 1);

  private static final int PER_PANE = 20;
  private static final int LOG_LOSS = 3;

  @ParameterizedTest
  @EnumSource
  void everyFiniteNumberLeavesFiniteSumsAndEvidence(ExtremeKind kind) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      follow(kind, RandomSource.XO_RO_SHI_RO_128_PP.create(seed));
    }
  }

  private static void follow(ExtremeKind kind, UniformRandomProvider random) {
    DoubleSupplier extreme = ExtremeKind.extreme(random);
    DoubleSupplier ordinary = ExtremeKind.ordinary(random);
    for (DoubleSupplier learned : List.of(ordinary, extreme)) {
      SketchPlan plan = plan(kind, learned);
      follow(plan, kind, ordinary, extreme, random);
      follow(plan, kind, extreme, ordinary, random);
      follow(plan, kind, extreme, extreme, random);
    }
  }

  /** So what a case adds to several sketches may be found once for all of them. */
  @ParameterizedTest
  @EnumSource
  void theSumsOfOneCaseCanBeAddedToSeveral(ExtremeKind kind) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(4);
    DoubleSupplier ordinary = ExtremeKind.ordinary(random);
    SketchPlan plan = plan(kind, ordinary);
    Sketch added = plan.empty();
    Sketch merged = plan.empty();
    Sketch one = plan.empty();
    for (int i = 0; i < OBSERVATIONS; i++) {
      PredictiveDistribution p = kind.prediction(ordinary);
      Target y = kind.target(ordinary, random);
      Outcome outcome = new Outcome("o" + i, random.nextDouble());
      added.add(p, y, outcome);
      one.clear();
      one.add(p, y, outcome);
      merged.merge(one);
    }
    assertThat(merged.toArray()).containsExactly(added.toArray(), within(1e-12 * OBSERVATIONS));
  }

  /** Of a label a billion standard deviations away, the square would leave a hundred nats. */
  @Test
  void aGlitchThatIsCorrectedLeavesNothingInTheEvidence() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(8);
    TargetSampler sampler = new TargetSampler(random);
    SketchPlan plan = plan(ExtremeKind.NORMAL, ExtremeKind.ordinary(random));
    Sketch clean = plan.empty();
    Sketch corrected = plan.empty();
    for (int i = 0; i < 50; i++) {
      PredictiveDistribution p = ExtremeKind.NORMAL.prediction(ExtremeKind.ordinary(random));
      Target y = sampler.draw(p);
      clean.add(p, y);
      Target glitch =
          Target.of((random.nextBoolean() ? 1 : -1) * Math.pow(10, random.nextDouble(8, 300)));
      corrected.add(p, glitch);
      corrected.remove(p, glitch);
      corrected.add(p, y);
    }
    double[] expected = clean.logRatios();
    double[] actual = corrected.logRatios();
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(50 * 1e-12));
    }
    assertThat(corrected.scores().logLoss()).isCloseTo(clean.scores().logLoss(), within(1e-12));
    assertThat(corrected.evidence().logEValue())
        .isCloseTo(clean.evidence().logEValue(), within(50 * 1e-12));
  }

  private static SketchPlan plan(ExtremeKind kind, DoubleSupplier number) {
    List<PredictiveDistribution> sample = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      sample.add(kind.prediction(number));
    }
    Profile profile = ProfileLearner.learn(1, sample, 6, 3);
    return SketchPlan.of(kind.space(), profile);
  }

  private static void follow(
      SketchPlan plan,
      ExtremeKind kind,
      DoubleSupplier predictions,
      DoubleSupplier targets,
      UniformRandomProvider random) {
    SeriesEvidence series = SeriesEvidence.empty(plan, 0.02);
    List<PredictiveDistribution> p = new ArrayList<>();
    List<Target> y = new ArrayList<>();
    TargetSampler sampler = new TargetSampler(random);
    Sketch pane = plan.empty();
    for (int i = 0; i < OBSERVATIONS; i++) {
      p.add(kind.prediction(predictions));
      y.add(i % 3 == 0 ? sampler.draw(p.get(i)) : kind.target(targets, random));
      pane.add(p.get(i), y.get(i));
      assertFinite(pane, p.get(i), y.get(i));
      if (i % 2 == 1) {
        pane.addPair(p.get(i - 1), y.get(i - 1), p.get(i), y.get(i));
        assertFinite(pane, p.get(i), y.get(i));
      }
      if (i % PER_PANE == PER_PANE - 1) {
        series.add(pane);
        assertNumbers(pane);
        assertNumbers(series);
        pane = plan.empty();
      }
    }
    Observations sample = Observations.of(p.subList(0, 20), y.subList(0, 20));
    assertThat(
            SkceTest.withDefaults()
                .test(plan.profile().orElseThrow().kernel(), sample, random)
                .pValue())
        .isBetween(0.0, 1.0);
  }

  private static void assertFinite(Sketch pane, PredictiveDistribution p, Target y) {
    double[] sums = pane.toArray();
    for (int i = 0; i < sums.length; i++) {
      if (i == LOG_LOSS && p instanceof Ensemble) {
        continue; // An ensemble has no density, and so no log loss.
      }
      assertThat(sums[i]).as("sum %d after %s of %s", i, y, p).isFinite();
    }
  }

  private static void assertNumbers(Sketch pane) {
    Evidence evidence = pane.evidence();
    assertThat(evidence.logEValue()).isFinite();
    assertThat(evidence.logEValueBeyond(Tolerance.within(0.02))).isFinite();
    pane.blockSkce()
        .ifPresent(
            skce ->
                assertThat(BlockSkceTest.withDefaults().test(skce).pValue()).isBetween(0.0, 1.0));
    pane.cme()
        .filter(cme -> cme.n() > 0)
        .ifPresent(
            cme -> assertThat(CmeTest.withDefaults().test(cme).pValue()).isBetween(0.0, 1.0));
  }

  private static void assertNumbers(SeriesEvidence series) {
    assertThat(series.logEValue()).isFinite();
    assertThat(series.logEValueBeyond()).isFinite();
    assertThat(series.logDetector()).isFinite();
  }
}
