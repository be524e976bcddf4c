package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Univariate;

/**
 * The CRPS of quantile forecasts: ∫ F² below the target and ∫ (1 − F)² above it, piece by piece.
 */
final class QuantilesCrps {

  private QuantilesCrps() {}

  static double of(Quantiles p, double y) {
    double f = Univariate.of(p).cdf(y);
    int last = p.size() - 1;
    double sum =
        tail(p.value(0), p.lowerScale(), p.level(0), y, f)
            + tail(-p.value(last), p.upperScale(), 1 - p.level(last), -y, 1 - f);
    for (int k = 0; k < last; k++) {
      double low = p.value(k);
      double high = p.value(k + 1);
      if (y >= high) {
        sum += square(low, p.level(k), high, p.level(k + 1));
      } else if (y <= low) {
        sum += square(low, 1 - p.level(k), high, 1 - p.level(k + 1));
      } else {
        sum += square(low, p.level(k), y, f) + square(y, 1 - f, high, 1 - p.level(k + 1));
      }
    }
    return sum;
  }

  /** ∫ F (1 − F): on a line from f to g the mean of F less that of F². */
  static double expected(Quantiles p) {
    int last = p.size() - 1;
    double sum = tail(p.lowerScale(), p.level(0)) + tail(p.upperScale(), 1 - p.level(last));
    for (int k = 0; k < last; k++) {
      double low = p.value(k);
      double high = p.value(k + 1);
      double mean = (p.level(k) + p.level(k + 1)) / 2;
      sum += (high - low) * mean - square(low, p.level(k), high, p.level(k + 1));
    }
    return sum;
  }

  /**
   * The variance of the score if the target has the law p. It is that of E|X − y|, which rises by
   * 2F − 1: a parabola between two quantiles, and exponential beyond them.
   */
  static double variance(Quantiles p) {
    int last = p.size() - 1;
    double below = p.level(0);
    double above = 1 - p.level(last);
    // Less its mean, so that nothing is larger than the spread.
    double at = startLessMean(p);
    double sum = below * tailSquare(at, p.lowerScale(), below);
    for (int k = 0; k < last; k++) {
      double width = p.value(k + 1) - p.value(k);
      double from = 2 * p.level(k) - 1;
      double to = 2 * p.level(k + 1) - 1;
      double next = at + width * (from + to) / 2;
      double middle = at + width * (3 * from + to) / 8;
      sum += (p.level(k + 1) - p.level(k)) * lineSquare(at, middle, next);
      at = next;
    }
    return sum + above * tailSquare(at, p.upperScale(), above);
  }

  /** E|X − y| at the first quantile, less its mean over the law. */
  private static double startLessMean(Quantiles p) {
    int last = p.size() - 1;
    double mean = p.level(0) * p.lowerScale();
    for (int k = 0; k < last; k++) {
      double centre = p.value(k) / 2 + p.value(k + 1) / 2 - p.value(0);
      mean += (p.level(k + 1) - p.level(k)) * centre;
    }
    double farthest = p.value(last) - p.value(0) + p.upperScale();
    return mean + (1 - p.level(last)) * farthest - 2 * expected(p);
  }

  /**
   * The mean square over an interval of a parabola with three values: by Simpson's coefficients.
   */
  private static double lineSquare(double low, double middle, double high) {
    double slope = (high - low) / 2;
    double bend = (low + high) / 2 - middle;
    return middle * middle + (2 * middle * bend + slope * slope) / 3 + bend * bend / 5;
  }

  /** The mean square of a + s (t − 2m (1 − e^(−t))) for a standard exponential t. */
  private static double tailSquare(double a, double scale, double mass) {
    double mean = 1 - mass;
    double square = 2 - 3 * mass + 4 * mass * mass / 3;
    return a * a + 2 * a * scale * mean + scale * scale * square;
  }

  private static double tail(double scale, double mass) {
    return scale * mass * (1 - mass / 2);
  }

  /** The integral of the square of a line from (x, f) to (z, g). */
  private static double square(double x, double f, double z, double g) {
    return (z - x) * (f * f + f * g + g * g) / 3;
  }

  /**
   * What the tail F(t) = mass e^((t − end) / scale) below its end adds; if y lies in it, F² below y
   * and (1 − F)² between y and the end.
   */
  private static double tail(double end, double scale, double mass, double y, double f) {
    if (y >= end) {
      return scale * mass * mass / 2;
    }
    return end - y - 2 * scale * (mass - f) + scale * mass * mass / 2;
  }
}
