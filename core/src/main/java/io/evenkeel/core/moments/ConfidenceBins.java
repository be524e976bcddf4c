package io.evenkeel.core.moments;

/**
 * The predicted probabilities of one class and how many of them came true, in the bins of {@link
 * ReliabilityMoments#BINNING}.
 */
public final class ConfidenceBins {
  private final double[] block;
  private final int offset;
  private final double weight;

  private ConfidenceBins(double[] block, int offset, double weight) {
    this.block = block;
    this.offset = offset;
    this.weight = weight;
  }

  /** Of sums that are someone else's: per bin the number, the sum and the number that came true. */
  ConfidenceBins(double[] block, int offset) {
    this(block, offset, 1);
  }

  /** The same, in which each prediction counts by a weight. */
  public ConfidenceBins weighedBy(double weightOfEach) {
    return new ConfidenceBins(block, offset, weightOfEach);
  }

  /** The number of predictions in a bin. */
  public double count(int bin) {
    return sum(bin, 0);
  }

  /** The sum of their probabilities. */
  public double sum(int bin) {
    return sum(bin, 1);
  }

  /** The number of them that came true. */
  public double hits(int bin) {
    return sum(bin, 2);
  }

  private double sum(int bin, int number) {
    return weight * block[offset + ReliabilityMoments.PER_BIN * bin + number];
  }

  /** Their mean probability, in [0, 1]; NaN without any. */
  public double mean(int bin) {
    return Math.max(0, Math.min(1, sum(bin) / count(bin)));
  }

  /** n c̄(1 − c̄): the variance of {@link #hits} if calibrated, or a little more. */
  public double variance(int bin) {
    return count(bin) > 0 ? Math.max(0, sum(bin)) * (1 - mean(bin)) : 0;
  }
}
