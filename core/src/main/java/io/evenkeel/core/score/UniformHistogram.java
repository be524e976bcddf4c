package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The counts of n numbers in cells that are equally likely if the model is calibrated, ready to be
 * drawn: all cells should be about equally high. Hills say that the predictions are too wide,
 * valleys too narrow, slopes that they are biased.
 *
 * @param counts of the cells, from the lowest
 * @param band where the count of one cell lies with at least the probability {@code level} if the
 *     model is calibrated and its targets are independent given the predictions: exact quantiles of
 *     a binomial law. It is for one cell: of twenty cells one is outside of a band of 95 % on
 *     average
 * @param level of the band
 */
public record UniformHistogram(List<Long> counts, Interval band, double level) {

  /** Copies the list. */
  public UniformHistogram {
    counts = List.copyOf(counts);
  }

  /** The histogram with the band for the given counts. */
  static UniformHistogram of(long[] counts, double level) {
    Checks.within("level", level, 0, Math.nextDown(1.0));
    int n = Math.toIntExact(LongStream.of(counts).sum());
    BinomialDistribution law = BinomialDistribution.of(n, 1.0 / counts.length);
    return new UniformHistogram(
        LongStream.of(counts).boxed().toList(),
        new Interval(
            law.inverseCumulativeProbability((1 - level) / 2),
            law.inverseCumulativeProbability((1 + level) / 2)),
        level);
  }

  /** The number of numbers. */
  public long n() {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  /** The count that each cell has on average if the model is calibrated. */
  public double expected() {
    return (double) n() / counts.size();
  }
}
