package io.evenkeel.core.sequential;

import io.evenkeel.core.score.Interval;

/** A mutable confidence sequence from a stitched boundary. */
final class StitchedBernstein extends ConfidenceSequence {
  private static final double EXPONENT = 1.4;

  /** ζ(1.4). */
  private static final double ZETA = 3.1055472779775806;

  private static final double K1 = (Math.pow(2, 0.25) + Math.pow(2, -0.25)) / Math.sqrt(2);
  private static final double K2 = (Math.sqrt(2) + 1) / 2;

  private final double logLevel;
  private double t;
  private double sum;
  private double mean = 0.5;
  private double variation;

  StitchedBernstein(double bound, double alpha) {
    super(bound);
    this.logLevel = Math.log(ZETA / (alpha / 2));
  }

  @Override
  Interval next(double x) {
    variation += (x - mean) * (x - mean);
    t++;
    sum += x;
    mean = sum / t;
    return Interval.around(mean, boundary(Math.max(variation, 1)) / t);
  }

  private double boundary(double v) {
    double l = EXPONENT * Math.log(Math.log(2 * v) / Math.log(2)) + logLevel;
    return Math.sqrt(K1 * K1 * v * l + K2 * l * K2 * l) + K2 * l;
  }
}
