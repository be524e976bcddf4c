package io.evenkeel.core.papers;

import io.evenkeel.core.calibration.Ckce;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.FourierKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.MedianHeuristic;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import java.nio.file.Path;

/** What experiments share: where their tables are kept, and the kernels of the papers. */
final class Kernels {
  /** Where the tables are kept. */
  static final Path KEPT = Path.of("simulations");

  /** Of normal predictions: exp(−W₂) ⊗ exp(−(y − y′)² / 2); Widmann et al. 2021, Appendix A. */
  static final TensorKernel NORMALS =
      new TensorKernel(
          new ExponentialKernel(Distance.WASSERSTEIN_2, 1, 1), new GaussianKernel(0.5));

  private static final int FREQUENCIES = 100;

  private Kernels() {}

  /**
   * Of classes: Moskvichev and Sejdinovic, Section 3.2, with the bandwidth by the median heuristic.
   */
  static TensorKernel classes(Observations sample) {
    return new TensorKernel(Ckce.predictionKernel(bandwidth(sample)), new KroneckerKernel());
  }

  /** The same with 100 random frequencies, as in their Appendix B. */
  static TensorKernel randomFeatures(Observations sample, long seed) {
    int classes = ((Categorical) sample.prediction(0)).classes();
    return new TensorKernel(
        FourierKernel.random(bandwidth(sample), classes, FREQUENCIES, seed), new KroneckerKernel());
  }

  private static double bandwidth(Observations sample) {
    return MedianHeuristic.of(Distance.EUCLIDEAN, sample.predictions());
  }
}
