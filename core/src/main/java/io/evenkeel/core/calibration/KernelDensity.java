package io.evenkeel.core.calibration;

import io.evenkeel.core.prediction.Categorical;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Squared calibration errors by kernel regression with the {@link DirichletKernel}: h(p, p′) = ⟨p −
 * ȳ(p), p′ − ȳ(p′)⟩, where ȳ(p) is the mean of the targets weighted by the kernels around their
 * predictions. Without leave-one-out: on the sample it was learned from it tends to the Brier score
 * as the bandwidth shrinks, so it is to be used on other observations. Of scalar confidences c the
 * kernel is that on (c, 1 − c). NaN where every weight is zero. O(nm) time per point.
 *
 * <p>Source: Gruber and Bach, Equation 25.
 */
public final class KernelDensity {

  private KernelDensity() {}

  /** The functions learned from a sample; the parameter is the bandwidth. */
  public static DoubleFunction<CalibrationFunction> learn(ResidualSample sample) {
    List<Categorical> centres = predictions(sample);
    return bandwidth -> {
      DirichletWeights weights = new DirichletWeights(new DirichletKernel(bandwidth), centres);
      return new MeanResiduals(
          at -> {
            double[][] errors = new double[at.size()][];
            for (int i = 0; i < errors.length; i++) {
              errors[i] = error(sample, weights, at.point(i));
            }
            return errors;
          });
    };
  }

  private static double[] error(ResidualSample sample, DirichletWeights weights, double[] point) {
    double[] logWeights = weights.at(prediction(point));
    double largest = DirichletWeights.largest(logWeights);
    double[] mean = new double[point.length];
    double total = 0;
    for (int j = 0; j < logWeights.length; j++) {
      double weight = Math.exp(logWeights[j] - largest);
      total += weight;
      for (int k = 0; k < mean.length; k++) {
        mean[k] += weight * (sample.point(j, k) - sample.residual(j, k));
      }
    }
    for (int k = 0; k < mean.length; k++) {
      mean[k] = point[k] - mean[k] / total;
    }
    return mean;
  }

  /** All probabilities, or those of an event and its opposite. */
  private static Categorical prediction(double[] point) {
    return point.length == 1 ? Categorical.of(point[0], 1 - point[0]) : Categorical.of(point);
  }

  private static List<Categorical> predictions(ResidualSample sample) {
    List<Categorical> predictions = new ArrayList<>();
    for (int i = 0; i < sample.size(); i++) {
      predictions.add(prediction(sample.point(i)));
    }
    return predictions;
  }
}
