package io.evenkeel.core.calibration;

import io.evenkeel.core.kernel.ExponentialKernel;
import java.util.Arrays;

/**
 * Rows for classes under the Kronecker kernel and an exponential kernel of the Euclidean distance.
 *
 * <p>The probabilities lie class by class, so that the loops over the columns have no dependence
 * between their steps and are vectorised; each number is summed in the same order as by {@link
 * io.evenkeel.core.kernel.TensorKernel#residual}, and is the same to the last bit.
 */
final class CategoricalRows implements ResidualRows {
  private final ExponentialKernel kernel;
  private final int[] labels;

  /** Row k holds the probability of class k in each prediction. */
  private final double[][] probabilities;

  CategoricalRows(ExponentialKernel kernel, ClassSample sample) {
    this.kernel = kernel;
    this.labels = new int[sample.size()];
    this.probabilities = new double[sample.classes()][sample.size()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = sample.label(i);
      for (int k = 0; k < probabilities.length; k++) {
        probabilities[k][i] = sample.prediction(i).probability(k);
      }
    }
  }

  @Override
  public void fill(int i, int from, int to, double[] row) {
    int count = to - from;
    double[] distances = new double[count];
    Arrays.fill(row, 0, count, 0);
    for (double[] column : probabilities) {
      accumulate(column[i], column, from, distances, row);
    }
    for (int j = 0; j < count; j++) {
      distances[j] = Math.sqrt(distances[j]);
    }
    double[] ofThis = probabilities[labels[i]];
    double[] ofThat = targetMinusProbability(i);
    for (int j = 0; j < count; j++) {
      row[j] =
          kernel.ofDistance(distances[j]) * (ofThat[labels[from + j]] - ofThis[from + j] + row[j]);
    }
  }

  private double[] targetMinusProbability(int i) {
    double[] differences = new double[probabilities.length];
    for (int k = 0; k < differences.length; k++) {
      differences[k] = (k == labels[i] ? 1 : 0) - probabilities[k][i];
    }
    return differences;
  }

  private static void accumulate(
      double p, double[] column, int from, double[] distances, double[] products) {
    for (int j = 0; j < distances.length; j++) {
      double q = column[from + j];
      double difference = p - q;
      distances[j] += difference * difference;
      products[j] += p * q;
    }
  }
}
