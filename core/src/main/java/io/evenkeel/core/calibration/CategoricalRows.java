package io.evenkeel.core.calibration;

import io.evenkeel.core.kernel.ExponentialKernel;
import java.util.stream.IntStream;

/** Rows for classes under the Kronecker and an exponential kernel of the Euclidean distance. */
final class CategoricalRows extends PiecewiseRows {
  private final ExponentialKernel kernel;
  private final int[] labels;
  private final double[][][] probabilities;

  CategoricalRows(ExponentialKernel kernel, ClassSample sample) {
    this.kernel = kernel;
    this.labels = IntStream.range(0, sample.size()).map(sample::label).toArray();
    this.probabilities =
        pieces(sample.size(), sample.classes(), (k, i) -> sample.prediction(i).probability(k));
  }

  @Override
  void fill(int i, int piece, double[] h) {
    double[][] q = probabilities[piece];
    double[] kernels = new double[h.length];
    for (int k = 0; k < q.length; k++) {
      double p = at(probabilities, k, i);
      addSquares(p, q[k], kernels);
      addProducts(p, q[k], h);
    }
    kernel.replaceSquaredDistances(kernels, h.length, new double[h.length]);
    double[] ofThis = q[labels[i]];
    double[] ofThat = targetMinusProbability(i);
    int start = piece * PIECE;
    for (int j = 0; j < h.length; j++) {
      h[j] = kernels[j] * (ofThat[labels[start + j]] - ofThis[j] + h[j]);
    }
  }

  private double[] targetMinusProbability(int i) {
    double[] differences = new double[probabilities[0].length];
    for (int k = 0; k < differences.length; k++) {
      differences[k] = (k == labels[i] ? 1 : 0) - at(probabilities, k, i);
    }
    return differences;
  }

  private static void addSquares(double p, double[] q, double[] squares) {
    for (int j = 0; j < squares.length; j++) {
      double difference = p - q[j];
      squares[j] += difference * difference;
    }
  }

  private static void addProducts(double p, double[] q, double[] products) {
    for (int j = 0; j < products.length; j++) {
      products[j] += p * q[j];
    }
  }
}
