package io.evenkeel.core.prediction;

import java.util.Arrays;

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
  private final int most;
  private final long mode;

  /** Relative to the mode, away from it. */
  private double[] below = new double[FEW];

  private double[] above = new double[FEW];
  private int sizeBelow;
  private int sizeAbove;
  private double sum = 1;

  /**
   * The support of a law.
   *
   * @param most the most integers
   * @throws IllegalArgumentException if there are more
   */
  CountSupport(CountLaw law, int most) {
    this.law = law;
    this.most = most;
    if (law.mean() > LARGEST_MEAN) {
      throw tooWide();
    }
    this.mode = law.mode();
    descend();
    ascend();
  }

  /** The ratios fall on the way to 0, so that a geometric series bounds what is left. */
  private void descend() {
    double p = 1;
    for (long k = mode - 1; k >= 0; k--) {
      double ratio = 1 / law.ratio((double) k);
      if (isTail(p * ratio, ratio)) {
        return;
      }
      p *= ratio;
      sum += p;
      below = with(below, sizeBelow++, p);
    }
  }

  /** The ratios fall, or rise, to the last one. */
  private void ascend() {
    double p = 1;
    for (long k = mode; ; k++) {
      double ratio = law.ratio((double) k);
      if (isTail(p * ratio, Math.max(ratio, law.lastRatio()))) {
        return;
      }
      p *= ratio;
      sum += p;
      above = with(above, sizeAbove++, p);
    }
  }

  private boolean isTail(double p, double ratio) {
    return p == 0 || (ratio < 1 && p / (1 - ratio) <= CountLaw.TAIL * sum);
  }

  private double[] with(double[] terms, int at, double term) {
    if (sizeBelow + sizeAbove >= most) {
      throw tooWide();
    }
    double[] all = at < terms.length ? terms : Arrays.copyOf(terms, 2 * terms.length);
    all[at] = term;
    return all;
  }

  private IllegalArgumentException tooWide() {
    return new IllegalArgumentException(
        law
            + " spreads over more than "
            + most
            + " integers: send its quantiles, or a normal distribution if that is alike");
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
