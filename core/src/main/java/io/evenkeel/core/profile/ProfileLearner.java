package io.evenkeel.core.profile;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.MedianHeuristic;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Learns a {@link Profile} from a sample of predictions, without their labels.
 *
 * <p>The kernel is k_P ⊗ k_Y with k_P(p, q) = exp(−d(p, q) / ℓ). For classes d is the total
 * variation distance and k_Y the Kronecker kernel; for normals d is the 2-Wasserstein distance and
 * k_Y Gaussian, exp(−‖y − z‖² / (2b²)). ℓ is a third of the median distance between the
 * predictions, which finds temperature-like miscalibration with far fewer labels than the whole; b
 * is the median distance between targets drawn from the predictions.
 *
 * <p>The test locations are predictions drawn from the sample, each with a target drawn from it.
 *
 * <p>The same sample and seed give the same profile. A sample of equal predictions is no problem:
 * the lengths are 1 then, and the locations differ in their targets only.
 */
public final class ProfileLearner {
  /** The most predictions of which all pairwise distances are taken. */
  private static final int MAX_PAIRED = 500;

  private static final double SHARE_OF_MEDIAN = 1.0 / 3;

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
    if (sample.isEmpty()) {
      throw new IllegalArgumentException("a profile is learned from predictions, got none");
    }
    if (locations < 1) {
      throw new IllegalArgumentException(
          "a profile needs at least one test location, got " + locations);
    }
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    List<PredictiveDistribution> shuffled = new ArrayList<>(sample);
    ListSampler.shuffle(random, shuffled);
    TargetSampler targets = new TargetSampler(random);
    List<TestLocation> chosen = new ArrayList<>();
    for (int j = 0; j < locations; j++) {
      PredictiveDistribution p = shuffled.get(j % shuffled.size());
      chosen.add(new TestLocation(p, targets.draw(p)));
    }
    TargetSpace space = sample.get(0).space();
    List<PredictiveDistribution> paired =
        shuffled.subList(0, Math.min(MAX_PAIRED, shuffled.size()));
    return new Profile(version, space, kernel(space, paired, targets), chosen);
  }

  private static TensorKernel kernel(
      TargetSpace space, List<PredictiveDistribution> sample, TargetSampler targets) {
    Distance distance =
        space.kind() == TargetSpace.Kind.CLASSES
            ? Distance.TOTAL_VARIATION
            : Distance.WASSERSTEIN_2;
    double length = SHARE_OF_MEDIAN * MedianHeuristic.of(distance, sample);
    TargetKernel targetKernel =
        space.kind() == TargetSpace.Kind.CLASSES
            ? new KroneckerKernel()
            : new GaussianKernel(gamma(sample, targets));
    return new TensorKernel(new ExponentialKernel(distance, 1 / length, 1), targetKernel);
  }

  private static double gamma(List<PredictiveDistribution> sample, TargetSampler targets) {
    List<PredictiveDistribution> points = new ArrayList<>();
    for (PredictiveDistribution p : sample) {
      points.add(pointMass(targets.draw(p)));
    }
    double median = MedianHeuristic.of(Distance.WASSERSTEIN_2, points);
    return 1 / (2 * median * median);
  }

  private static Normal pointMass(Target y) {
    RealVector vector = (RealVector) y;
    double[] mean = new double[vector.dimension()];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = vector.get(i);
    }
    return Normal.diagonal(mean, new double[mean.length]);
  }
}
