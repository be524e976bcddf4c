package io.evenkeel.core.prediction;

import java.util.Arrays;
import java.util.Optional;

/**
 * The integers that hold all but the tails of a {@link CountLaw}, and their probabilities, by
 * recurrence from the mode: no term overflows, and each has a relative error of a few units of
 * rounding for each step.
 */
final class CountSupport {
  /** Beyond, the mode is no exact integer. */
  private static final double LARGEST_MEAN = 1e12;

  private static final int FEW = 32;

  private final CountLaw law;
  private final double tail;
  private final int most;
  private final long mode;

  /** Relative to the mode, away from it. */
  private double[] below = new double[FEW];

  private double[] above = new double[FEW];
  private int sizeBelow;
  private int sizeAbove;
  private double sum = 1;

  private CountSupport(CountLaw law, double tail, int most) {
    this.law = law;
    this.tail = tail;
    this.most = most;
    this.mode = law.mode();
  }

  /**
   * The support of a law; empty if there are too many integers, or none are exact.
   *
   * @param tail what is left out on either side at most
   * @param most the most integers
   */
  static Optional<CountSupport> of(CountLaw law, double tail, int most) {
    if (law.mean() > LARGEST_MEAN) {
      return Optional.empty();
    }
    CountSupport support = new CountSupport(law, tail, most);
    return support.descend() && support.ascend() ? Optional.of(support) : Optional.empty();
  }

  /** The ratios fall on the way to 0, so that a geometric series bounds what is left. */
  private boolean descend() {
    double p = 1;
    for (long k = mode - 1; k >= 0; k--) {
      double ratio = 1 / law.ratio((double) k);
      if (isTail(p * ratio, ratio)) {
        return true;
      }
      if (isFull()) {
        return false;
      }
      p *= ratio;
      sum += p;
      below = with(below, sizeBelow++, p);
    }
    return true;
  }

  /** The ratios fall, or rise, to the last one. */
  private boolean ascend() {
    double p = 1;
    for (long k = mode; ; k++) {
      double ratio = law.ratio((double) k);
      if (isTail(p * ratio, Math.max(ratio, law.lastRatio()))) {
        return true;
      }
      if (isFull()) {
        return false;
      }
      p *= ratio;
      sum += p;
      above = with(above, sizeAbove++, p);
    }
  }

  private boolean isTail(double p, double ratio) {
    return p == 0 || (ratio < 1 && p / (1 - ratio) <= tail * sum);
  }

  private boolean isFull() {
    return sizeBelow + sizeAbove >= most;
  }

  private static double[] with(double[] terms, int at, double term) {
    double[] all = at < terms.length ? terms : Arrays.copyOf(terms, 2 * terms.length);
    all[at] = term;
    return all;
  }

  /** The first integer. */
  long first() {
    return mode - sizeBelow;
  }

  /** The probabilities, which sum to one. */
  double[] probabilities() {
    double[] p = new double[sizeBelow + 1 + sizeAbove];
    for (int i = 0; i < sizeBelow; i++) {
      p[i] = below[sizeBelow - 1 - i] / sum;
    }
    p[sizeBelow] = 1 / sum;
    for (int i = 0; i < sizeAbove; i++) {
      p[sizeBelow + 1 + i] = above[i] / sum;
    }
    return p;
  }
}
