package io.evenkeel.core.moments;

/**
 * How many outcomes some rows are about.
 *
 * @param weight the sum of the weights of all rows: at most the number of outcomes; the number of
 *     rows if each has an outcome of its own
 * @param shared the number of rows whose outcome others may share
 * @param weightless the number of rows that are no evidence
 */
public record OutcomeCounts(double weight, long shared, long weightless) {
  private static final double ROUNDING = 1e-9;

  /** The number of sums that it is made of. */
  static final int LENGTH = 3;

  /** Adds a row to {@code block[offset]} and the two behind it, or takes it back. */
  static void add(Outcome outcome, double sign, double[] block, int offset) {
    block[offset] += sign * outcome.weight();
    block[offset + 1] += outcome.isShared() ? sign : 0;
    block[offset + 2] += outcome.weight() == 0 ? sign : 0;
  }

  static OutcomeCounts of(double[] block, int offset) {
    return new OutcomeCounts(
        sum(block[offset]), (long) block[offset + 1], (long) block[offset + 2]);
  }

  /** A sum of weights: 0 if it is no more than what weights leave behind that were taken back. */
  static double sum(double weights) {
    return weights < ROUNDING ? 0 : weights;
  }

  /** The whole number below a sum of weights, as tests count observations. */
  static long whole(double weights) {
    return (long) (weights + ROUNDING);
  }
}
