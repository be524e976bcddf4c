package io.evenkeel.core.internal;

/** e^x of many numbers at once, in loops that the compiler turns into vector instructions. */
public final class Exponentials {
  /*
   * e^x = 2^k e^r with k = x / log 2 rounded, so that |r| ≤ log(2) / 2, and e^r by its Taylor
   * polynomial of degree 13, whose remainder of 5e-18 is below rounding. Log 2 comes in two parts,
   * of which the first has so few digits that its product with k is exact. The loop for e^r has no
   * conversions to integers, which would keep it from being vectorised; 2^k is made in a second one.
   */
  private static final double LOG2 = 0.6931471805599453;
  private static final double LOG2_HIGH = 0x1.62e42feep-1;
  private static final double LOG2_LOW = 0x1.a39ef35793c76p-33;

  /** e^x is below the smallest normal number, and 2^k for it has an exponent of 0: it is zero. */
  private static final double SMALLEST = -709.0;

  private static final int EXPONENT_BIAS = 1023;
  private static final int MANTISSA_BITS = 52;

  private Exponentials() {}

  /**
   * Replaces the first numbers x by e^x, right to 2 units in the last place; zero below 2^−1022.
   *
   * @param x numbers up to 709
   * @param count how many
   * @param scratch of at least that length, and not x
   */
  public static void replace(double[] x, int count, double[] scratch) {
    for (int j = 0; j < count; j++) {
      double bounded = Math.max(x[j], SMALLEST);
      double k = Math.rint(bounded * (1 / LOG2));
      double r = (bounded - k * LOG2_HIGH) - k * LOG2_LOW;
      scratch[j] = k;
      x[j] = 1 + (r + r * r * tail(r));
    }
    for (int j = 0; j < count; j++) {
      x[j] *= Double.longBitsToDouble((long) (scratch[j] + EXPONENT_BIAS) << MANTISSA_BITS);
    }
  }

  /** (e^r − 1 − r) / r². */
  private static double tail(double r) {
    double top = 1 / 479001600.0 + r * (1 / 6227020800.0);
    double high = 1 / 362880.0 + r * (1 / 3628800.0 + r * (1 / 39916800.0 + r * top));
    double low = 1 / 120.0 + r * (1 / 720.0 + r * (1 / 5040.0 + r * (1 / 40320.0 + r * high)));
    return 1 / 2.0 + r * (1 / 6.0 + r * (1 / 24.0 + r * low));
  }
}
