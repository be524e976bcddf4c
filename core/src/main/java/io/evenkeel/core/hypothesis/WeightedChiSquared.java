package io.evenkeel.core.hypothesis;

import io.evenkeel.core.internal.Checks;

/** The tail of a weighted sum of squares of independent standard normal variables. */
public final class WeightedChiSquared {
  /*
   * With the cumulant generating function K(s) = −½ Σ log(1 − 2 w_i s), for x > 0
   *
   *   P(Σ w_i Z_i² > x) = (2πi)⁻¹ ∫ exp(K(s) − s x) / s ds
   *
   * along any curve that crosses the real axis once between 0 and the smallest positive 1 / (2 w_i)
   * and encloses the axis to its right. The curve is the parabola s = c + iτ + κτ² through the saddle
   * point c of the integrand, bent like the path of steepest descent there. The integrand is then
   * analytic in a strip of about the width 1/σ, σ² being the second derivative of its logarithm at c,
   * and the trapezoidal rule with steps of 0.1/σ is exact to rounding. Far out, exp(−κ x τ²) makes it
   * vanish.
   */
  private static final double STEP = 0.1;

  private static final double NEGLIGIBLE = 1e-17;
  private static final int MAX_STEPS = 2_000_000;

  /** The bend κ x / σ² below which the tail of the integral would take too many steps. */
  private static final double LEAST_BEND = 1e-2;

  private static final double SMALLEST_SHARE = 1e-8;

  /** Beyond, P ≤ 2^(n/2) e^(−x/4) for weights up to 1 is below the smallest double. */
  private static final double FARTHEST = 3000;

  private static final double FARTHEST_OF_EACH = 1.4;

  private final double[] weights;
  private final double x;
  private double saddle;
  private double second;
  private double third;

  private WeightedChiSquared(double[] weights, double x) {
    this.weights = weights;
    this.x = x;
  }

  /**
   * P(Σ w_i Z_i² &gt; x), to about 1e-12; within 1e-8 of Σ|w| around x = 0 to about 1e-7, and to
   * 1e-4 where a single weight makes almost all of Σ|w|.
   *
   * @param weights finite numbers of any sign; zeros do not count
   * @param x a finite number
   */
  public static double survival(double[] weights, double x) {
    boolean positive = false;
    boolean negative = false;
    for (double w : weights) {
      Checks.finite("each weight", w);
      positive |= w > 0;
      negative |= w < 0;
    }
    Checks.finite("x", x);
    if (x < 0) {
      return negative ? 1 - upper(negated(weights), -x) : 1;
    }
    if (!positive) {
      return 0;
    }
    return x == 0 && !negative ? 1 : upper(weights, x);
  }

  /** In units of the largest weight, whose powers neither overflow nor vanish. */
  private static double upper(double[] weights, double x) {
    double largest = 0;
    for (double w : weights) {
      largest = Math.max(largest, w);
    }
    double[] scaled = new double[weights.length];
    double total = 0;
    for (int i = 0; i < scaled.length; i++) {
      scaled[i] = weights[i] / largest;
      total += Math.abs(scaled[i]);
    }
    double at = Math.max(x / largest, SMALLEST_SHARE * total);
    if (at > FARTHEST + FARTHEST_OF_EACH * weights.length) {
      return 0;
    }
    return Math.min(1, Math.max(0, new WeightedChiSquared(scaled, at).integrate()));
  }

  private static double[] negated(double[] weights) {
    double[] negated = new double[weights.length];
    for (int i = 0; i < weights.length; i++) {
      negated[i] = -weights[i];
    }
    return negated;
  }

  private double integrate() {
    findSaddle();
    double sigma = Math.sqrt(second);
    double bend = Math.max(third / (6 * second), LEAST_BEND * second / x);
    bend = Math.min(Math.max(bend, 0), sigma / 2);
    double step = STEP / sigma;
    double peak = logModulus(saddle, 0);
    double sum = 0;
    for (int k = 0; k < MAX_STEPS; k++) {
      double tau = k * step;
      double re = saddle + bend * tau * tau;
      double modulus = Math.exp(logModulus(re, tau) - peak);
      // ds = (i + 2κτ) dτ, and the halves of the curve are conjugate.
      double phase = phase(re, tau);
      double term =
          modulus * (Math.cos(phase) + 2 * bend * tau * Math.sin(phase)) * (k == 0 ? 0.5 : 1);
      sum += term;
      if (modulus * (1 + 2 * bend * tau) < NEGLIGIBLE) {
        break;
      }
    }
    return Math.exp(peak) * sum * step / Math.PI;
  }

  /**
   * The minimum over (0, 1 / (2 max w)) of the logarithm of the integrand, by safeguarded Newton.
   */
  private void findSaddle() {
    double largest = 0;
    for (double w : weights) {
      largest = Math.max(largest, w);
    }
    double low = 0;
    double high = 1 / (2 * largest);
    double c = high / 2;
    for (int k = 0; k < 200; k++) {
      double first = derivatives(c);
      if (first > 0) {
        high = c;
      } else {
        low = c;
      }
      double next = c - first / second;
      c = next > low && next < high ? next : (low + high) / 2;
      if (Math.abs(first) <= 1e-10 * Math.sqrt(second)) {
        break;
      }
    }
    derivatives(c);
    saddle = c;
  }

  /** Sets the second and third derivative of K(s) − s x − log s at c; returns the first. */
  private double derivatives(double c) {
    double first = -x - 1 / c;
    second = 1 / (c * c);
    third = -2 / (c * c * c);
    for (double w : weights) {
      double ratio = w / (1 - 2 * w * c);
      first += ratio;
      second += 2 * ratio * ratio;
      third += 8 * ratio * ratio * ratio;
    }
    return first;
  }

  private double logModulus(double re, double im) {
    double log = -x * re - Math.log(re * re + im * im) / 2;
    for (double w : weights) {
      double a = 1 - 2 * w * re;
      double b = 2 * w * im;
      log -= Math.log(a * a + b * b) / 4;
    }
    return log;
  }

  private double phase(double re, double im) {
    double phase = -x * im - Math.atan2(im, re);
    for (double w : weights) {
      phase -= Math.atan2(-2 * w * im, 1 - 2 * w * re) / 2;
    }
    return phase;
  }
}
