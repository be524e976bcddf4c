package io.evenkeel.core.prediction;

import java.util.Arrays;

/** A distribution over m &ge; 2 classes. */
public final class Categorical implements PredictiveDistribution {
  /** The largest distance of the sum from one that {@link #of(double...)} puts down to rounding. */
  public static final double DEFAULT_TOLERANCE = 1e-6;

  /** The largest tolerance that may be asked for: beyond it the numbers are not probabilities. */
  public static final double MAX_TOLERANCE = 1e-3;

  private final double[] p;

  private Categorical(double[] p) {
    this.p = p;
  }

  /**
   * The distribution with the given probabilities, renormalised when their sum is within 1e-6 of
   * one.
   *
   * @param p m &ge; 2 probabilities, each in [0, 1]
   * @throws IllegalArgumentException if a number is NaN, infinite or negative, or the sum is
   *     farther from one
   */
  public static Categorical of(double... p) {
    return of(DEFAULT_TOLERANCE, p);
  }

  /**
   * The distribution with the given probabilities, renormalised when their sum is within the
   * tolerance of one.
   *
   * @param tolerance how far from one the sum may be, in [1e-6, 1e-3]
   * @param p m &ge; 2 probabilities, each in [0, 1]
   * @throws IllegalArgumentException if a number is NaN, infinite or negative, or the sum is
   *     farther from one
   */
  public static Categorical of(double tolerance, double[] p) {
    if (!(tolerance >= DEFAULT_TOLERANCE && tolerance <= MAX_TOLERANCE)) {
      throw new IllegalArgumentException("tolerance must lie in [1e-6, 1e-3], got " + tolerance);
    }
    return normalised(tolerance, p);
  }

  /**
   * The distribution with probabilities that may have been rounded to three decimals, renormalised.
   *
   * @param p m &ge; 2 probabilities, each in [0, 1], whose sum is within {@link
   *     #toleranceOfRounded} of one
   * @throws IllegalArgumentException as of {@link #of(double, double[])}
   */
  public static Categorical ofRounded(double... p) {
    return normalised(toleranceOfRounded(p.length), p);
  }

  /**
   * How far from one the sum of m probabilities may be that were rounded to three decimals: half a
   * unit of the third for each, but at least 0.001 and at most 0.01.
   *
   * @param m their number
   */
  public static double toleranceOfRounded(int m) {
    return Math.min(Math.max(MAX_TOLERANCE, m * MAX_TOLERANCE / 2), 10 * MAX_TOLERANCE);
  }

  private static Categorical normalised(double tolerance, double[] p) {
    if (p.length < 2) {
      throw new IllegalArgumentException("at least two probabilities are needed, got " + p.length);
    }
    return new Categorical(Probabilities.normalised("p", tolerance, p));
  }

  /** The number of classes m. */
  public int classes() {
    return p.length;
  }

  /** The probability of class k, 0-based. */
  public double probability(int k) {
    return p[k];
  }

  /** The class of the largest probability, the first one if several share it. */
  public int argmax() {
    int best = 0;
    for (int k = 1; k < p.length; k++) {
      if (p[k] > p[best]) {
        best = k;
      }
    }
    return best;
  }

  @Override
  public TargetSpace space() {
    return TargetSpace.classes(p.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Categorical that && Arrays.equals(p, that.p);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(p);
  }

  @Override
  public String toString() {
    return "Categorical" + Arrays.toString(p);
  }
}
