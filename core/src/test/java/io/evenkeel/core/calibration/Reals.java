package io.evenkeel.core.calibration;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.GaussianKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.LaplacianKernel;
import io.evenkeel.core.kernel.TargetKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** Ensembles of five members, of which the target is a sixth. */
  static Observations ensembles(int n, long seed) {
    Random random = new Random(seed);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double mean = random.nextGaussian();
      double[] members = new double[5];
      Arrays.setAll(members, k -> mean + random.nextGaussian());
      predictions.add(Ensemble.of(members));
      targets.add(Target.of(mean + random.nextGaussian()));
    }
    return Observations.of(predictions, targets);
  }

  /** Quartiles of normals, of which the target is one. */
  static Observations quartiles(int n, long seed) {
    double[] levels = {0.25, 0.5, 0.75};
    Random random = new Random(seed);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double mean = random.nextGaussian();
      predictions.add(Quantiles.of(levels, new double[] {mean - 0.6745, mean, mean + 0.6745}));
      targets.add(Target.of(mean + random.nextGaussian()));
    }
    return Observations.of(predictions, targets);
  }

  /** A kernel for the predictions of a sample, of length scale 1 where they are real. */
  static TensorKernel kernel(Observations sample) {
    if (sample.prediction(0) instanceof Categorical) {
      return new TensorKernel(Ckce.predictionKernel(0.5), new KroneckerKernel());
    }
    TargetKernel targets =
        sample.prediction(0) instanceof Laplace ? new LaplacianKernel(1) : new GaussianKernel(0.5);
    return new TensorKernel(new ExponentialKernel(Distance.WASSERSTEIN_2, 0.5, 2), targets);
  }
}
