package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.Arrays;
import java.util.List;

/**
 * The median of the distances between the predictions of a sample: the customary length scale of a
 * kernel (λ = 1 / median).
 */
public final class MedianHeuristic {

  private MedianHeuristic() {}

  /**
   * The median of d(p_i, p_j) over i &lt; j, the mean of the two middle values if their number is
   * even. If it is zero, the median of the distances that are not; if there are none, 1. Infinite
   * if half of the distances are too large for a number.
   *
   * <p>O(n²) time and memory.
   */
  public static double of(
      PredictionDistance distance, List<? extends PredictiveDistribution> sample) {
    int n = sample.size();
    double[] distances = new double[Math.multiplyExact(n, Math.max(n - 1, 0)) / 2];
    int count = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        double d = distance.between(sample.get(i), sample.get(j));
        distances[count++] = Double.isNaN(d) ? Double.POSITIVE_INFINITY : d;
      }
    }
    Arrays.sort(distances);
    double median = median(distances, 0);
    return median > 0 ? median : median(distances, firstPositive(distances));
  }

  private static int firstPositive(double[] sorted) {
    int from = 0;
    while (from < sorted.length && sorted[from] == 0) {
      from++;
    }
    return from;
  }

  private static double median(double[] sorted, int from) {
    int count = sorted.length - from;
    if (count == 0) {
      return 1;
    }
    int middle = from + count / 2;
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
