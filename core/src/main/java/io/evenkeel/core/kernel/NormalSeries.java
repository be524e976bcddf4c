package io.evenkeel.core.kernel;

/**
 * The density at a point of a normal variable X plus independent ones that are not much wider: a
 * Taylor series in their even moments, whose derivatives are Hermite polynomials.
 *
 * <p>X has mean 0. U and U′ are uniform over [−a, a] and [−b, b]. E (U + U′)^2k / (2k)! is 2 / (2k
 * + 2)! times the sum of s^i t^(k − i) over i ≤ k, where s = (a + b)² and t = (a − b)²: a sum
 * without differences, whichever of the two is narrower.
 *
 * <p>The error is a few units of rounding of the largest density of X. O(1) time: 4 terms where a +
 * b is a hundredth of the standard deviation of X, 24 where it is twice that.
 */
final class NormalSeries {
  /** The most that {@link #uniforms} takes for a + b, in standard deviations of X. */
  static final double REACH = 2;

  /** The most that {@link #tail} takes for a in units of the scale of the tail. */
  static final double SCALES = 3;

  /** So far away, in standard deviations, the density is below rounding of the largest one. */
  static final double FAR = 9;

  private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);
  private static final double ROUNDING = 1e-17;
  private static final int TERMS = 40;

  /** 2 / (2k + 2)!. */
  private static final double[] SHARES = new double[TERMS];

  /** The greatest s^k with which term k and all later ones are below rounding. */
  private static final double[] NEGLIGIBLE = new double[TERMS];

  static {
    double share = 1;
    double root = 1;
    for (int k = 0; k < TERMS; k++) {
      SHARES[k] = share;
      // Derivative 2k is at most √(2k)! times the largest density, the sum at most (k + 1) s^k.
      NEGLIGIBLE[k] = ROUNDING * (2 * k + 1) * root;
      share /= (2 * k + 3) * (2 * k + 4);
      root *= Math.sqrt((2 * k + 1) * (2 * k + 2));
    }
  }

  private NormalSeries() {}

  /**
   * The density of X + U + U′ at x.
   *
   * @param sd the standard deviation of X, &gt; 0
   * @param a half the width of U, &ge; 0
   * @param b half the width of U′, &ge; 0, with a + b &le; {@value #REACH} sd
   */
  static double uniforms(double sd, double x, double a, double b) {
    double z = x / sd;
    double s = square((a + b) / sd);
    if (Math.abs(z) > FAR + REACH) {
      return 0;
    }
    double t = square((a - b) / sd);
    double even = 1;
    double odd = z;
    double moment = 1;
    double sToK = 1;
    double tToK = 1;
    double sum = 0;
    for (int k = 0; sToK > NEGLIGIBLE[k]; k++) {
      sum += SHARES[k] * moment * even;
      even = z * odd - (2 * k + 1) * even;
      odd = z * even - (2 * k + 2) * odd;
      sToK *= s;
      tToK *= t;
      moment = s * moment + tToK;
    }
    return density(sd, x) * sum;
  }

  /**
   * The density of X + V + U at x, where V ≥ 0 is exponential. Each derivative of the density g of
   * X + V follows from one of the density f of X, as g′ = (f − g) / scale.
   *
   * @param sd the standard deviation of X, &gt; 0
   * @param scale the mean of V, &gt; 0
   * @param value the density of X + V at x
   * @param a half the width of U, &ge; 0, at most {@value #REACH} sd and {@value #SCALES} scale
   */
  static double tail(double sd, double x, double scale, double value, double a) {
    double rate = sd / scale;
    double s = square(a / sd);
    double even = density(sd, x);
    double z = even == 0 ? 0 : x / sd;
    double odd = z * even;
    double derivative = value;
    double sToK = 1;
    double sum = 0;
    for (int k = 0; sToK > NEGLIGIBLE[k]; k++) {
      sum += SHARES[k] * (k + 1) * sToK * derivative;
      derivative = -rate * (odd + rate * (even - derivative));
      even = z * odd - (2 * k + 1) * even;
      odd = z * even - (2 * k + 2) * odd;
      sToK *= s;
    }
    return sum;
  }

  /** The density of X. */
  static double density(double sd, double x) {
    return Math.exp(-square(x / sd) / 2) / (sd * ROOT_TWO_PI);
  }

  private static double square(double x) {
    return x * x;
  }
}
