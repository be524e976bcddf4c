package io.evenkeel.core.prediction;

import io.evenkeel.core.internal.Checks;

/**
 * The law of a count with variance mean + mean² / size: a negative binomial distribution, and with
 * an infinite size its limit, the Poisson distribution.
 *
 * @param mean finite and &ge; 0
 * @param size r, {@value #SMALLEST_SIZE} at least: the number of failures that the trials are
 *     counted up to if it is whole, and the reciprocal of the dispersion
 */
public record CountLaw(double mean, double size) {
  /** The probability that is left out on either side. */
  public static final double TAIL = 1e-15;

  /** With a smaller size there is hardly a count but 0, and no end to the few others. */
  public static final double SMALLEST_SIZE = 1e-6;

  /** Checks the parameters. */
  public CountLaw {
    Checks.finiteNotNegative("mean", mean);
    if (!(size >= SMALLEST_SIZE)) {
      throw new IllegalArgumentException("size must be at least 1e-6, got " + size);
    }
  }

  static CountLaw poisson(double mean) {
    return new CountLaw(mean, Double.POSITIVE_INFINITY);
  }

  static CountLaw negativeBinomial(double mean, double size) {
    return new CountLaw(mean, Checks.finite("size", size));
  }

  /** Whether it is the Poisson distribution. */
  public boolean isPoisson() {
    return size == Double.POSITIVE_INFINITY;
  }

  /** P(k + 1) / P(k). */
  double ratio(double k) {
    return mean / (k + 1) * ((1 + k / size) / (1 + mean / size));
  }

  /** The integer of the largest probability, the larger one of two. */
  long mode() {
    return size > 1 ? (long) Math.floor(mean * (1 - 1 / size)) : 0;
  }

  /** What P(k + 1) / P(k) approaches as k grows. */
  double lastRatio() {
    return mean / size / (1 + mean / size);
  }

  @Override
  public String toString() {
    return isPoisson()
        ? "Poisson(mean " + mean + ")"
        : "NegativeBinomial(mean " + mean + ", size " + size + ")";
  }
}
