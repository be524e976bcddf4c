package io.evenkeel.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * Forecasts of matches while they are played, all of them right: of each match a random walk, and
 * at every step the probability that it ends above zero.
 */
class SharedOutcomesTest {
  private static final double ALPHA = 0.05;
  private static final int STEPS = 20;

  /** A match is played over so many panes; so many are played at once. */
  private static final int PANES = 5;

  private static final int AT_ONCE = 3;

  /** A match. */
  private static final class Match {
    private final double[] probabilities;
    private final int outcome;

    private Match(double[] probabilities, int outcome) {
      this.probabilities = probabilities;
      this.outcome = outcome;
    }

    static Match play(ZigguratSampler.NormalizedGaussian normal) {
      double[] probabilities = new double[STEPS];
      double at = 0;
      for (int i = 0; i < STEPS; i++) {
        probabilities[i] = StandardNormal.cdf(at / Math.sqrt(STEPS - i));
        at += normal.sample();
      }
      return new Match(probabilities, at > 0 ? 1 : 0);
    }

    void addTo(Sketch sketch, String id, int from, int to, boolean weighed) {
      Outcome shared = weighed ? new Outcome(id, 1.0 / STEPS) : Outcome.OWN;
      for (int i = from; i < to; i++) {
        sketch.add(
            Categorical.of(1 - probabilities[i], probabilities[i]),
            Target.ofClass(outcome),
            shared);
      }
    }
  }

  private static ZigguratSampler.NormalizedGaussian normal(long seed) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    return ZigguratSampler.NormalizedGaussian.of(random);
  }

  private static SketchPlan plan() {
    List<PredictiveDistribution> sample = new ArrayList<>();
    ZigguratSampler.NormalizedGaussian normal = normal(99);
    for (int i = 0; i < 10; i++) {
      for (double p : Match.play(normal).probabilities) {
        sample.add(Categorical.of(1 - p, p));
      }
    }
    Profile profile = ProfileLearner.learn(1, sample, 8, 1);
    return SketchPlan.of(profile.space(), profile);
  }

  /** The share of series of 60 matches whose e-value ever reaches 1/α. */
  private static double everRejected(boolean weighed) {
    SketchPlan plan = plan();
    int rejected = 0;
    int series = 100;
    for (int s = 0; s < series; s++) {
      rejected += isEverRejected(plan, normal(s), weighed) ? 1 : 0;
    }
    return (double) rejected / series;
  }

  private static boolean isEverRejected(
      SketchPlan plan, ZigguratSampler.NormalizedGaussian normal, boolean weighed) {
    SeriesEvidence evidence = SeriesEvidence.empty(plan, 0);
    double largest = 0;
    for (int round = 0; round < 20; round++) {
      List<Match> matches = List.of(Match.play(normal), Match.play(normal), Match.play(normal));
      for (int pane = 0; pane < PANES; pane++) {
        Sketch sketch = plan.empty();
        for (int m = 0; m < AT_ONCE; m++) {
          int from = pane * STEPS / PANES;
          matches.get(m).addTo(sketch, round + "/" + m, from, from + STEPS / PANES, weighed);
        }
        evidence.add(sketch);
        largest = Math.max(largest, evidence.logEValue());
      }
    }
    return largest >= -Math.log(ALPHA);
  }

  @Test
  void weighedRowsOfACalibratedModelRejectItSeldom() {
    assertThat(everRejected(true)).isLessThanOrEqualTo(ALPHA);
  }

  @Test
  void withoutWeightsManyRowsOfOneOutcomePassForManyOutcomes() {
    assertThat(everRejected(false)).isGreaterThan(0.5);
  }

  @Test
  void theTestsOfAWindowKeepTheirSizeForWeighedRows() {
    SketchPlan plan = plan();
    ZigguratSampler.NormalizedGaussian normal = normal(7);
    int windows = 120;
    int byCme = 0;
    int byBlocks = 0;
    for (int w = 0; w < windows; w++) {
      Sketch sketch = plan.empty();
      List<Match> matches = new ArrayList<>();
      for (int m = 0; m < 60; m++) {
        matches.add(Match.play(normal));
        matches.get(m).addTo(sketch, "" + m, 0, STEPS, true);
      }
      for (int m = 0; m < 60; m += 2) {
        addPairs(sketch, matches.get(m), matches.get(m + 1));
      }
      byCme += rejects(CmeTest.withDefaults().test(sketch.cme().orElseThrow()));
      byBlocks += rejects(BlockSkceTest.withDefaults().test(sketch.blockSkce().orElseThrow()));
    }

    // The standard error at a share of 0.05 is 0.02.
    assertThat((double) byCme / windows).isLessThanOrEqualTo(ALPHA + 0.04);
    assertThat((double) byBlocks / windows).isLessThanOrEqualTo(ALPHA + 0.04);
  }

  private static void addPairs(Sketch sketch, Match first, Match second) {
    Outcome one = new Outcome("1", 1.0 / STEPS);
    double weight = one.weightWith(new Outcome("2", 1.0 / STEPS));
    for (int i = 0; i < STEPS; i++) {
      double p = first.probabilities[i];
      double q = second.probabilities[i];
      sketch.addPair(
          Categorical.of(1 - p, p),
          Target.ofClass(first.outcome),
          Categorical.of(1 - q, q),
          Target.ofClass(second.outcome),
          weight);
    }
  }

  private static int rejects(TestResult result) {
    return result.pValue() < ALPHA ? 1 : 0;
  }
}
