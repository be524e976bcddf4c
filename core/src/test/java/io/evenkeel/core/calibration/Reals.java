package io.evenkeel.core.calibration;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.LaplacianKernel;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;

/** Observations of real numbers from fixed seeds, and a kernel for each kind of prediction. */
final class Reals {

  private Reals() {}

  /** Normal predictions; targets have 1.5 times their standard deviation. */
  static Observations normals(int n, long seed) {
    Random random = new Random(seed);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double mean = random.nextGaussian();
      double deviation = 0.1 + random.nextDouble();
      predictions.add(Normal.of(mean, deviation));
      targets.add(Target.of(mean + 1.5 * deviation * random.nextGaussian()));
    }
    return Observations.of(predictions, targets);
  }

  /** Laplace predictions that are calibrated. */
  static Observations laplaces(int n, long seed) {
    Random random = new Random(seed);
    DoubleBinaryOperator draw =
        (location, scale) -> {
          double u = random.nextDouble() - 0.5;
          return location - scale * Math.signum(u) * Math.log1p(-2 * Math.abs(u));
        };
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double location = random.nextGaussian();
      double scale = 0.1 + random.nextDouble();
      predictions.add(new Laplace(location, scale));
      targets.add(Target.of(draw.applyAsDouble(location, scale)));
    }
    return Observations.of(predictions, targets);
  }

  /** A kernel for the predictions of a sample, of length scale 1 where they are real. */
  static TensorKernel kernel(Observations sample) {
    if (sample.prediction(0) instanceof Categorical) {
      return new TensorKernel(Ckce.predictionKernel(0.5), new KroneckerKernel());
    }
    TargetKernel targets =
        sample.prediction(0) instanceof Normal ? new GaussianKernel(0.5) : new LaplacianKernel(1);
    return new TensorKernel(new ExponentialKernel(Distance.WASSERSTEIN_2, 0.5, 2), targets);
  }
}
