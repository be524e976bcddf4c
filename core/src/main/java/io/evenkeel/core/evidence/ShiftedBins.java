package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;
import java.util.Arrays;

/**
 * The residuals of probabilities, weighed by shifts of log-odds over bins of which the largest is
 * ±1: mutable. State: the weights, the largest shift, mean and null variance of a weighed residual,
 * then that of {@link BinDirection}.
 */
abstract class ShiftedBins extends BinDirection {
  private static final int SCALARS = 3;

  private final double[] weights;
  private final double largest;
  private final double mean;
  private final double variance;

  /**
   * The direction of some shifts.
   *
   * @param shifts of the log-odds in each bin
   * @param variances the share of each bin in the null variance of a residual
   */
  ShiftedBins(double[] shifts, double[] variances) {
    largest = Arrays.stream(shifts).map(Math::abs).max().orElse(0);
    double scale = largest > 0 ? 1 / largest : 0;
    weights = Arrays.stream(shifts).map(shift -> shift * scale).toArray();
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] * weights[k] * variances[k];
    }
    variance = sum;
    mean = largest * sum;
  }

  /** The direction whose {@linkplain #write state} is known. */
  ShiftedBins(int bins, DoubleBuffer state) {
    weights = new double[bins];
    state.get(weights);
    largest = state.get();
    mean = state.get();
    variance = state.get();
    resume(state);
  }

  @Override
  public int length() {
    return weights.length + SCALARS + super.length();
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(weights).put(largest).put(mean).put(variance);
    super.write(state);
  }

  @Override
  public final double mean() {
    return mean;
  }

  @Override
  public final double variance() {
    return variance;
  }

  /** The weight of bin k, in [−1, 1]. */
  final double weight(int k) {
    return weights[k];
  }

  /** The largest shift, in log-odds, without its sign. */
  final double largest() {
    return largest;
  }

  /** The bin that is shifted most. */
  final int strongest() {
    int at = 0;
    for (int k = 1; k < weights.length; k++) {
      at = Math.abs(weights[k]) > Math.abs(weights[at]) ? k : at;
    }
    return at;
  }
}
