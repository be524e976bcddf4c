package io.evenkeel.core.profile;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.MaximumMeanDiscrepancy;
import io.evenkeel.core.kernel.MedianHeuristic;
import io.evenkeel.core.kernel.PredictionDistance;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Learns a {@link Profile} from a sample of predictions, without their labels.
 *
 * <p>The kernel is k_P ⊗ k_Y with k_P(p, q) = exp(−d(p, q) / ℓ).
 *
 * <ul>
 *   <li>Classes: d is the Euclidean distance, ℓ half the median distance between the predictions,
 *       k_Y the Kronecker kernel.
 *   <li>Real numbers: k_Y(y, z) = exp(−‖y − z‖² / (2b²)) with b = 2√(ab'), where a is the median
 *       distance between targets drawn from different predictions and b' that between two targets
 *       drawn from one: wide enough for the spread of the predictions and narrow enough to see
 *       their widths. d is the 2-Wasserstein distance if all predictions of the sample are normal,
 *       or of one number and no mixtures; for mixtures, and ensembles of vectors, it is the maximum
 *       mean discrepancy under k_Y. ℓ is its median.
 * </ul>
 *
 * <p>These lengths were chosen by simulation of the CME test with 32 locations, for its power
 * against temperatures, shifts and scales, among those with which it keeps its size.
 *
 * <p>The test locations are predictions drawn from the sample, each with a target drawn from it; of
 * classes, every second one with its most probable class, which detects under-confidence better.
 *
 * <p>Lengths are held to [1e-150, 1e150], so that predictions of the largest and smallest numbers
 * have a profile, too.
 *
 * <p>The same sample and seed give the same profile. A sample of equal predictions is no problem: ℓ
 * is then a fixed number, and the locations differ in their targets only.
 */
public final class ProfileLearner {
  /** The most predictions of which all pairwise distances are taken. */
  private static final int MAX_PAIRED = 500;

  /** The most of which all pairwise discrepancies are taken. */
  private static final int MAX_EMBEDDED = 100;

  private static final double SHARE_OF_MEDIAN = 0.5;
  private static final double SMALLEST_LENGTH = 1e-150;
  private static final double LARGEST_LENGTH = 1e150;

  private ProfileLearner() {}

  /**
   * Learns a profile. O(J + 500²) distances.
   *
   * @param version the version of the profile, at least 1
   * @param sample at least one prediction, all in one space; a random sample of the predictions to
   *     be judged
   * @param locations the number of test locations J &ge; 1
   * @param seed of all random choices
   */
  public static Profile learn(
      int version, List<? extends PredictiveDistribution> sample, int locations, long seed) {
    TargetSpace space = space(sample);
    Checks.atLeast("locations", locations, 1);
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    List<PredictiveDistribution> shuffled = new ArrayList<>(sample);
    ListSampler.shuffle(random, shuffled);
    TargetSampler targets = new TargetSampler(random);
    List<TestLocation> chosen = new ArrayList<>();
    for (int j = 0; j < locations; j++) {
      PredictiveDistribution p = shuffled.get(j % shuffled.size());
      chosen.add(new TestLocation(p, j % 2 == 0 ? likely(p, targets) : targets.draw(p)));
    }
    List<PredictiveDistribution> paired =
        shuffled.subList(0, Math.min(MAX_PAIRED, shuffled.size()));
    return new Profile(version, space, kernel(space, paired, targets), chosen);
  }

  /** The most probable class; for numbers, whose kernel cannot see a bias from there, a draw. */
  private static Target likely(PredictiveDistribution p, TargetSampler targets) {
    return p instanceof Categorical categorical
        ? Target.ofClass(categorical.argmax())
        : targets.draw(p);
  }

  private static TargetSpace space(List<? extends PredictiveDistribution> sample) {
    if (sample.isEmpty()) {
      throw new IllegalArgumentException("a profile is learned from predictions, got none");
    }
    TargetSpace space = sample.get(0).space();
    for (PredictiveDistribution p : sample) {
      boolean isKnown = p instanceof Categorical || space.kind() == TargetSpace.Kind.REALS;
      if (!p.space().equals(space) || !isKnown) {
        throw new IllegalArgumentException(
            "a profile is learned from categorical predictions or predictions of real numbers, all"
                + " of "
                + space
                + ", got "
                + p);
      }
    }
    return space;
  }

  private static TensorKernel kernel(
      TargetSpace space, List<PredictiveDistribution> sample, TargetSampler targets) {
    if (space.kind() == TargetSpace.Kind.CLASSES) {
      double length = bounded(SHARE_OF_MEDIAN * MedianHeuristic.of(Distance.EUCLIDEAN, sample));
      return new TensorKernel(
          new ExponentialKernel(Distance.EUCLIDEAN, 1 / length, 1), new KroneckerKernel());
    }
    GaussianKernel ground = new GaussianKernel(gamma(sample, targets));
    PredictionDistance distance = distance(sample, ground);
    double length =
        bounded(MedianHeuristic.of(distance, sample.subList(0, paired(distance, sample))));
    return new TensorKernel(new ExponentialKernel(distance, 1 / length, 1), ground);
  }

  private static PredictionDistance distance(
      List<PredictiveDistribution> sample, GaussianKernel ground) {
    return sample.stream().allMatch(Distance.WASSERSTEIN_2::takes)
        ? Distance.WASSERSTEIN_2
        : new MaximumMeanDiscrepancy(ground);
  }

  /** A discrepancy costs as much as all pairs of the components. */
  private static int paired(PredictionDistance distance, List<PredictiveDistribution> sample) {
    return distance instanceof MaximumMeanDiscrepancy
        ? Math.min(MAX_EMBEDDED, sample.size())
        : sample.size();
  }

  private static double gamma(List<PredictiveDistribution> sample, TargetSampler targets) {
    List<Normal> points = new ArrayList<>();
    double[] within = new double[sample.size()];
    for (int i = 0; i < within.length; i++) {
      Normal first = Normal.point((RealVector) targets.draw(sample.get(i)));
      points.add(first);
      within[i] =
          Distance.WASSERSTEIN_2.between(
              first, Normal.point((RealVector) targets.draw(sample.get(i))));
    }
    double across = bounded(MedianHeuristic.of(Distance.WASSERSTEIN_2, points));
    Arrays.sort(within);
    double typical = within[within.length / 2];
    double squaredWidth = 4 * across * (typical > 0 ? bounded(typical) : across);
    return 1 / (2 * squaredWidth);
  }

  private static double bounded(double length) {
    return Math.max(SMALLEST_LENGTH, Math.min(LARGEST_LENGTH, length));
  }
}
