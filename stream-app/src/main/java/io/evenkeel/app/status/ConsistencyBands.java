package io.evenkeel.app.status;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Where the bins of a diagram would lie if the model were calibrated and its targets independent
 * given the predictions: the quantiles of a binomial law. Each band holds for one bin with a
 * probability of at least {@value #LEVEL}; of twenty bins one is outside on average.
 *
 * <p>A bin of a reliability diagram holds predictions of different confidences c; the number of its
 * targets that come true is then less spread than the binomial law with their mean, so the band is
 * on the safe side (Hoeffding 1956, doi:10.1214/aoms/1177728178).
 */
final class ConsistencyBands {
  /** Level of the bands. */
  static final double LEVEL = 0.95;

  private static final double TAIL = (1 - LEVEL) / 2;

  private ConsistencyBands() {}

  /**
   * The band of the frequency of each bin of a reliability diagram.
   *
   * @param counts predictions in each bin
   * @param confidences their mean confidence, NaN in an empty bin
   * @return lower and upper ends, in [0, 1]; null for an empty bin
   */
  static List<@Nullable List<Double>> ofFrequencies(List<Long> counts, List<Double> confidences) {
    List<@Nullable List<Double>> bands = new ArrayList<>();
    for (int k = 0; k < counts.size(); k++) {
      int n = Math.toIntExact(counts.get(k));
      if (n == 0) {
        bands.add(null);
        continue;
      }
      List<Integer> ends = ends(n, confidences.get(k));
      bands.add(List.of((double) ends.get(0) / n, (double) ends.get(1) / n));
    }
    return Collections.unmodifiableList(bands);
  }

  /**
   * The band of the count of any one bin of a histogram that is uniform if calibrated.
   *
   * @param counts of the bins
   */
  static List<Integer> ofUniformCounts(List<Long> counts) {
    long n = counts.stream().mapToLong(Long::longValue).sum();
    return ends(Math.toIntExact(n), 1.0 / counts.size());
  }

  private static List<Integer> ends(int n, double p) {
    // A mean of probabilities may pass 1 by rounding.
    BinomialDistribution law = BinomialDistribution.of(n, Math.min(1, Math.max(0, p)));
    return List.of(
        law.inverseCumulativeProbability(TAIL), law.inverseCumulativeProbability(1 - TAIL));
  }
}
