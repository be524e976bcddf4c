package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.drift.FeatureKernel;
import io.evenkeel.core.drift.MeanEmbeddingTest;
import io.evenkeel.core.drift.Mmd;
import io.evenkeel.core.drift.PredictionEmbedding;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.profile.TestLocation;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often a window of 1000 predictions over 10 classes is told from a reference of as many, at
 * level 0.005: by the mean embedding at 16 locations, which the application keeps sums of, and by
 * the maximum mean discrepancy in linear time with a Gaussian kernel of the median distance.
 */
@Tag("simulation")
class DriftPowerSimulationTest {
  private static final int REPETITIONS = 500;
  private static final int N = 1000;
  private static final double ALPHA = 0.005;
  private static final Table TABLE =
      new Table("drift_power", "change", "mean embedding", "linear-time MMD");

  /** The shares of windows that are told from the reference. */
  private record Told(double embedding, double mmd) {}

  @Test
  void theEmbeddingKeepsItsSizeAndIsTheMorePowerful() {
    Told none = told("none", UnaryOperator.identity());
    // Three standard errors of a share of 0.005.
    assertThat(none.embedding).isLessThanOrEqualTo(0.0145);
    assertThat(none.mmd).isLessThanOrEqualTo(0.0145);

    List<Told> changes =
        List.of(
            told("sharper: temperature 0.9", Stream.temperature(0.9)),
            told("sharper: temperature 0.8", Stream.temperature(0.8)),
            told("class 0: log-odds + 0.3", shift(0.3)),
            told("class 0: log-odds + 0.6", shift(0.6)));
    assertThat(changes).allMatch(told -> told.embedding >= told.mmd);
  }

  private static UnaryOperator<PredictiveDistribution> shift(double logOdds) {
    return p -> {
      double[] shifted = probabilities(p);
      shifted[0] *= Math.exp(logOdds);
      double sum = Arrays.stream(shifted).sum();
      return Categorical.of(Arrays.stream(shifted).map(q -> q / sum).toArray());
    };
  }

  private static Told told(String change, UnaryOperator<PredictiveDistribution> after) {
    int[][] rejected =
        IntStream.range(0, REPETITIONS)
            .parallel()
            .mapToObj(seed -> rejects(seed, after))
            .toArray(int[][]::new);
    Told told = new Told(mean(rejected, 0), mean(rejected, 1));
    TABLE.add(change, told.embedding, told.mmd);
    return told;
  }

  private static double mean(int[][] rejected, int test) {
    return Arrays.stream(rejected).mapToInt(of -> of[test]).average().orElseThrow();
  }

  private static int[] rejects(int seed, UnaryOperator<PredictiveDistribution> after) {
    Stream.Law law = Stream.dirichlet(10, 0.5);
    List<PredictiveDistribution> reference = Stream.calibrated(law, 2L * seed).predictions(N);
    List<PredictiveDistribution> window =
        Stream.calibrated(law, 2L * seed + 1).predictions(N).stream().map(after).toList();
    PredictionEmbedding embedding = embedding(seed);
    boolean byEmbedding =
        MeanEmbeddingTest.test(embedding.moments(reference), embedding.moments(window), 1e-2)
            .rejects(ALPHA);
    double[][] x = vectors(reference);
    Mmd mmd = new Mmd(FeatureKernel.gaussian(1 / Math.pow(medianDistance(x), 2)));
    boolean byMmd = mmd.linear(x, vectors(window)).pValue() <= ALPHA;
    return new int[] {byEmbedding ? 1 : 0, byMmd ? 1 : 0};
  }

  private static PredictionEmbedding embedding(int seed) {
    List<PredictiveDistribution> sample =
        Stream.calibrated(Stream.dirichlet(10, 0.5), ~(long) seed).predictions(256);
    Profile profile = ProfileLearner.learn(1, sample, 16, seed);
    return new PredictionEmbedding(
        profile.kernel().predictions(),
        profile.locations().stream().map(TestLocation::prediction).toList());
  }

  private static double[][] vectors(List<PredictiveDistribution> predictions) {
    return predictions.stream()
        .map(DriftPowerSimulationTest::probabilities)
        .toArray(double[][]::new);
  }

  private static double[] probabilities(PredictiveDistribution p) {
    return IntStream.range(0, 10).mapToDouble(((Categorical) p)::probability).toArray();
  }

  private static double medianDistance(double[][] x) {
    double[] distances =
        IntStream.range(0, x.length / 2)
            .mapToDouble(i -> distance(x[2 * i], x[2 * i + 1]))
            .toArray();
    Arrays.sort(distances);
    return distances[distances.length / 2];
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return Math.sqrt(sum);
  }
}
