package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.drift.EmbeddingMoments;
import io.evenkeel.core.drift.MeanEmbeddingTest;
import io.evenkeel.core.drift.PredictionEmbedding;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.profile.TestLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often labelled predictions are told from those that wait, at level 0.005, when 1000 labels of
 * a window of 4000 predictions are in. The model is binary and calibrated, with log-odds that are
 * normal around −2 with standard deviation 1.2: about 17 % of the targets are 1. Delays are
 * exponential; informative ones are ten times as long for the target 0.
 */
@Tag("simulation")
class SelectionSimulationTest {
  private static final int WINDOWS = 2000;
  private static final int PREDICTIONS = 4000;
  private static final int LABELLED = 1000;
  private static final double ALPHA = 0.005;
  private static final Table TABLE = new Table("selection", "delays", "flagged");

  private record Case(Categorical prediction, double delay) {}

  @Test
  void informativeDelaysAreFlaggedInNearlyEveryWindow() {
    assertThat(flagged("positives ten times as fast", 10)).isGreaterThanOrEqualTo(0.95);
  }

  @Test
  void independentDelaysAreHardlyEverFlagged() {
    assertThat(flagged("independent", 1)).isLessThanOrEqualTo(0.01);
  }

  private static double flagged(String delays, double slowness) {
    double flagged =
        IntStream.range(0, WINDOWS).parallel().filter(seed -> isFlagged(seed, slowness)).count()
            / (double) WINDOWS;
    TABLE.add(delays, flagged);
    return flagged;
  }

  private static boolean isFlagged(int seed, double slowness) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    PredictionEmbedding embedding = embedding(random, seed);
    List<Case> cases = new ArrayList<>(cases(PREDICTIONS, slowness, random));
    cases.sort((a, b) -> Double.compare(a.delay, b.delay));
    EmbeddingMoments labelled = embedding.moments(predictions(cases.subList(0, LABELLED)));
    EmbeddingMoments waiting = embedding.moments(predictions(cases)).minus(labelled);
    return MeanEmbeddingTest.test(labelled, waiting, 1e-2).rejects(ALPHA);
  }

  private static PredictionEmbedding embedding(UniformRandomProvider random, int seed) {
    Profile profile = ProfileLearner.learn(1, predictions(cases(256, 1, random)), 16, seed);
    return new PredictionEmbedding(
        profile.kernel().predictions(),
        profile.locations().stream().map(TestLocation::prediction).toList());
  }

  private static List<Case> cases(int n, double slowness, UniformRandomProvider random) {
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    var exponential = ZigguratSampler.Exponential.of(random);
    return IntStream.range(0, n)
        .mapToObj(
            i -> {
              double p = 1 / (1 + Math.exp(2 - 1.2 * normal.sample()));
              boolean positive = random.nextDouble() < p;
              double delay = exponential.sample() * (positive ? 1 : slowness);
              return new Case(Categorical.of(1 - p, p), delay);
            })
        .toList();
  }

  private static List<Categorical> predictions(List<Case> cases) {
    return cases.stream().map(Case::prediction).toList();
  }
}
