package io.evenkeel.core.moments;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.profile.TestLocation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Adds observations to the sums of {@link CmeMoments} for classes under the Kronecker and an
 * exponential kernel of the Euclidean distance.
 *
 * <p>With s<sub>j</sub> = k_P(p<sub>j</sub>, p) P(class y<sub>j</sub>), Cov₀(ζ<sub>i</sub>,
 * ζ<sub>j</sub> | p) is −s<sub>i</sub>s<sub>j</sub>, plus s<sub>i</sub> k_P(p<sub>j</sub>, p) for
 * locations of the same class.
 */
final class ClassCmeAdder implements AdditiveStatistic.Accumulator {
  private final ExponentialKernel kernel;
  private final double[] block;
  private final int offset;

  /** For each class its probability at each location; vectorised loops want the locations last. */
  private final double[][] probabilities;

  private final int[] labels;

  /** The pairs i ≤ j of locations of the same class. */
  private final int[][] pairs;

  private final double[] weights;
  private final double[] scratch;
  private final double[] zeta;
  private final double[] scaled;

  ClassCmeAdder(
      ExponentialKernel kernel, List<TestLocation> locations, double[] block, int offset) {
    int size = locations.size();
    this.kernel = kernel;
    this.block = block;
    this.offset = offset;
    this.labels = locations.stream().mapToInt(at -> label(at.target())).toArray();
    this.probabilities = new double[((Categorical) locations.get(0).prediction()).classes()][size];
    for (int j = 0; j < size; j++) {
      for (int k = 0; k < probabilities.length; k++) {
        probabilities[k][j] = ((Categorical) locations.get(j).prediction()).probability(k);
      }
    }
    this.pairs =
        IntStream.range(0, size)
            .mapToObj(i -> IntStream.range(i, size).filter(j -> labels[i] == labels[j]).toArray())
            .toArray(int[][]::new);
    this.weights = new double[size];
    this.scratch = new double[size];
    this.zeta = new double[size];
    this.scaled = new double[size];
  }

  /** Whether the sums are of this kind. */
  static boolean suits(CmeMoments moments) {
    return moments.kernel().targets() instanceof KroneckerKernel
        && moments.kernel().predictions() instanceof ExponentialKernel k
        && k.distance() == Distance.EUCLIDEAN
        && moments.locations().stream().allMatch(at -> at.prediction() instanceof Categorical);
  }

  private static int label(Target y) {
    return ((ClassLabel) y).index();
  }

  @Override
  public void add(PredictiveDistribution prediction, Target y, double weight) {
    if (!(prediction instanceof Categorical p)) {
      throw new IllegalArgumentException("a categorical prediction is needed, got " + prediction);
    }
    Checks.sameLength("probabilities", p.classes(), "classes", probabilities.length);
    Arrays.fill(weights, 0);
    for (int k = 0; k < probabilities.length; k++) {
      addSquares(p.probability(k), probabilities[k], weights);
    }
    kernel.replaceSquaredDistances(weights, weights.length, scratch);
    int label = label(y);
    for (int j = 0; j < zeta.length; j++) {
      double expectation = p.probability(labels[j]);
      scaled[j] = weights[j] * expectation;
      zeta[j] = weights[j] * ((labels[j] == label ? 1 : 0) - expectation);
    }
    block[offset] += weight;
    addProducts(weight);
    addVariances(weight);
    addFourthMoments(p, weight);
  }

  private static void addSquares(double x, double[] column, double[] squares) {
    for (int j = 0; j < squares.length; j++) {
      double difference = x - column[j];
      squares[j] += difference * difference;
    }
  }

  private void addProducts(double weight) {
    int size = zeta.length;
    int products = offset + 1 + size;
    int covariances = products + Triangle.length(size);
    for (int i = 0; i < size; i++) {
      double z = weight * zeta[i];
      double s = weight * scaled[i];
      block[offset + 1 + i] += z;
      for (int j = i; j < size; j++) {
        block[products++] += z * zeta[j];
        block[covariances++] -= s * scaled[j];
      }
    }
  }

  private void addVariances(double weight) {
    int size = zeta.length;
    int covariances = offset + 1 + size + Triangle.length(size);
    for (int i = 0; i < size; i++) {
      int row = covariances + Triangle.row(i, size);
      double s = weight * scaled[i];
      for (int j : pairs[i]) {
        block[row + j] += s * weights[j];
      }
    }
  }

  private void addFourthMoments(Categorical p, double weight) {
    int from = offset + 1 + zeta.length + 2 * Triangle.length(zeta.length);
    for (int j = 0; j < zeta.length; j++) {
      double of = p.probability(labels[j]);
      double variance = of * (1 - of);
      double square = weights[j] * weights[j];
      block[from + j] += weight * square * square * variance * (1 - 3 * variance);
    }
  }
}
