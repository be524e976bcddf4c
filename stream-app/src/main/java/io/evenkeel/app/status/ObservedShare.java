package io.evenkeel.app.status;

import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.WilsonInterval;
import io.evenkeel.schemas.VerdictDiagrams;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How often targets were where predictions expect them, in the plainest share that there is: the
 * accuracy of classes, beside their mean confidence; of numbers the targets between the predicted
 * quartiles, of which there should be a half.
 *
 * @param kind what is counted
 * @param share of the targets, in [0, 1]
 * @param lower lower end of its interval
 * @param upper upper end of its interval
 * @param expected the share that predictions expect, in [0, 1]
 */
record ObservedShare(Kind kind, double share, double lower, double upper, double expected) {
  private static final double Z =
      NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - ConsistencyBands.LEVEL) / 2);

  /** What is counted. */
  enum Kind {
    /** Labels in the most probable class. */
    ACCURACY,
    /** Targets between the predicted quartiles. */
    CENTRAL_HALF
  }

  /**
   * The share in the diagrams of a window; none if they hold no target.
   *
   * @param labelled labelled predictions, at least 0: several coordinates of one target are one
   *     case
   */
  static Optional<ObservedShare> of(VerdictDiagrams diagrams, long labelled) {
    if (diagrams.getReliabilityCounts() != null) {
      return accuracy(diagrams);
    }
    return diagrams.getPitCounts() == null
        ? Optional.empty()
        : centralHalf(diagrams.getPitCounts(), labelled);
  }

  private static Optional<ObservedShare> accuracy(VerdictDiagrams diagrams) {
    List<Long> counts = diagrams.getReliabilityCounts();
    long n = total(counts);
    return n == 0
        ? Optional.empty()
        : Optional.of(
            of(
                Kind.ACCURACY,
                mean(counts, diagrams.getReliabilityFrequencies(), n),
                n,
                mean(counts, diagrams.getReliabilityConfidences(), n)));
  }

  /** Mean of the bins' values; that of an empty bin is none. */
  private static double mean(List<Long> counts, List<Double> values, long n) {
    return IntStream.range(0, counts.size())
            .filter(k -> counts.get(k) > 0)
            .mapToDouble(k -> counts.get(k) * values.get(k))
            .sum()
        / n;
  }

  private static Optional<ObservedShare> centralHalf(List<Long> counts, long labelled) {
    long n = total(counts);
    int bins = counts.size();
    if (n == 0 || bins % 4 != 0) {
      return Optional.empty();
    }
    double inside = total(counts.subList(bins / 4, bins - bins / 4));
    return Optional.of(of(Kind.CENTRAL_HALF, inside / n, Math.min(n, labelled), 0.5));
  }

  private static long total(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  private static ObservedShare of(Kind kind, double share, long n, double expected) {
    Interval interval = WilsonInterval.of(share, (double) n, Z);
    return new ObservedShare(kind, share, interval.lower(), interval.upper(), expected);
  }
}
