package io.evenkeel.core.moments;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.profile.TestLocation;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Test locations of classes as arrays: immutable, made once for all sketches of a plan, as with a
 * thousand classes they are larger than the sums.
 */
final class ClassLocations {
  private final ExponentialKernel kernel;

  /** For each class its probability at each location; vectorised loops want the locations last. */
  private final double[][] probabilities;

  private final int[] labels;

  /** The pairs i ≤ j of locations of the same class. */
  private final int[][] pairs;

  /** Locations that {@linkplain #suit suit}. */
  ClassLocations(TensorKernel kernel, List<TestLocation> locations) {
    int size = locations.size();
    this.kernel = (ExponentialKernel) kernel.predictions();
    this.labels = locations.stream().mapToInt(at -> ((ClassLabel) at.target()).index()).toArray();
    this.probabilities = new double[((Categorical) locations.get(0).prediction()).classes()][size];
    for (int j = 0; j < size; j++) {
      Categorical location = (Categorical) locations.get(j).prediction();
      for (int k = 0; k < probabilities.length; k++) {
        probabilities[k][j] = location.probability(k);
      }
    }
    this.pairs =
        IntStream.range(0, size)
            .mapToObj(i -> IntStream.range(i, size).filter(j -> labels[i] == labels[j]).toArray())
            .toArray(int[][]::new);
  }

  /** Whether the locations are of this kind. */
  static boolean suit(TensorKernel kernel, List<TestLocation> locations) {
    return kernel.targets() instanceof KroneckerKernel
        && kernel.predictions() instanceof ExponentialKernel k
        && k.distance() == Distance.EUCLIDEAN
        && locations.stream().allMatch(at -> at.prediction() instanceof Categorical);
  }

  int size() {
    return labels.length;
  }

  int classes() {
    return probabilities.length;
  }

  /** The class of a location. */
  int label(int location) {
    return labels[location];
  }

  /** The locations from this one on that have its class. */
  int[] pairs(int location) {
    return pairs[location];
  }

  /**
   * k_P between each location and a prediction.
   *
   * @param weights takes them
   * @param scratch of the same length
   */
  void weigh(Categorical p, double[] weights, double[] scratch) {
    Arrays.fill(weights, 0);
    for (int k = 0; k < probabilities.length; k++) {
      addSquares(p.probability(k), probabilities[k], weights);
    }
    kernel.replaceSquaredDistances(weights, weights.length, scratch);
  }

  private static void addSquares(double x, double[] column, double[] squares) {
    for (int j = 0; j < squares.length; j++) {
      double difference = x - column[j];
      squares[j] += difference * difference;
    }
  }
}
