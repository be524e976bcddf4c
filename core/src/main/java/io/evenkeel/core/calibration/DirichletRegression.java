package io.evenkeel.core.calibration;

import java.util.Optional;

/**
 * How often each class comes where a prediction is made: the frequencies of the targets of a
 * sample, weighted by the Dirichlet kernel around their predictions.
 */
final class DirichletRegression {
  private final ClassSample sample;
  private final DirichletWeights weights;

  DirichletRegression(DirichletKernel kernel, ClassSample sample) {
    this.sample = sample;
    this.weights = new DirichletWeights(kernel, sample.predictions());
  }

  /**
   * The frequencies given prediction i, from all other observations; empty if no weight is
   * positive.
   */
  Optional<double[]> givenOthers(int i) {
    return frequencies(weights.ofOthersAt(i));
  }

  private Optional<double[]> frequencies(double[] logWeights) {
    double largest = DirichletWeights.largest(logWeights);
    if (largest == Double.NEGATIVE_INFINITY) {
      return Optional.empty();
    }
    double[] frequencies = new double[sample.classes()];
    double total = 0;
    for (int j = 0; j < logWeights.length; j++) {
      double weight = Math.exp(logWeights[j] - largest);
      frequencies[sample.label(j)] += weight;
      total += weight;
    }
    for (int k = 0; k < frequencies.length; k++) {
      frequencies[k] /= total;
    }
    return Optional.of(frequencies);
  }
}
