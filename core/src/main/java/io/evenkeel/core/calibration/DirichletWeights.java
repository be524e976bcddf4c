package io.evenkeel.core.calibration;

import io.evenkeel.core.prediction.Categorical;
import java.util.Arrays;
import java.util.List;

/** The logarithms of the Dirichlet kernels around the predictions of a sample. */
final class DirichletWeights {
  private final DirichletKernel kernel;
  private final List<Categorical> centres;
  private final double[] logNormalisers;

  DirichletWeights(DirichletKernel kernel, List<Categorical> centres) {
    this.kernel = kernel;
    this.centres = centres;
    this.logNormalisers = centres.stream().mapToDouble(kernel::logNormaliser).toArray();
  }

  /** log k(p; p_j) for all j. */
  double[] at(Categorical p) {
    double[] logarithms = DirichletKernel.logarithms(p);
    double[] weights = new double[logNormalisers.length];
    for (int j = 0; j < weights.length; j++) {
      weights[j] = logNormalisers[j] + kernel.logShape(logarithms, centres.get(j));
    }
    return weights;
  }

  /** log k(p_i; p_j) for all j, with −∞ for i itself. */
  double[] ofOthersAt(int i) {
    double[] weights = at(centres.get(i));
    weights[i] = Double.NEGATIVE_INFINITY;
    return weights;
  }

  /** The log of the mean density at p_i of the kernels around the others. */
  double logDensityOfOthersAt(int i) {
    double[] weights = ofOthersAt(i);
    double largest = largest(weights);
    if (largest == Double.NEGATIVE_INFINITY) {
      return largest;
    }
    double sum = 0;
    for (double weight : weights) {
      sum += Math.exp(weight - largest);
    }
    return largest + Math.log(sum / (weights.length - 1));
  }

  static double largest(double[] weights) {
    return Arrays.stream(weights).max().orElse(Double.NEGATIVE_INFINITY);
  }
}
