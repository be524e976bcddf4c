package io.evenkeel.core.recalibration;

import io.evenkeel.core.score.Interval;
import java.util.Optional;

/**
 * The line or concave parabola value + slope (x − at) + bend (x − at)².
 *
 * @param at a point
 * @param value the value there
 * @param slope the slope there
 * @param bend half of the second derivative, at most 0; 0 is a line
 */
record Parabola(double at, double value, double slope, double bend) {

  /** The line through points k and k + 1 of a curve. */
  static Parabola chord(double[] x, double[] f, int k) {
    return new Parabola(x[k], f[k], slope(x, f, k), 0);
  }

  /** The parabola through points k, k + 1 and k + 2 of a concave curve. */
  static Parabola through(double[] x, double[] f, int k) {
    double first = slope(x, f, k);
    double bend = Math.min(0, (slope(x, f, k + 1) - first) / (x[k + 2] - x[k]));
    return new Parabola(x[k], f[k], first - bend * (x[k + 1] - x[k]), bend);
  }

  private static double slope(double[] x, double[] f, int k) {
    return (f[k + 1] - f[k]) / (x[k + 1] - x[k]);
  }

  /** Where the level is reached, if anywhere. */
  Optional<Interval> reaching(double level) {
    if (bend < 0) {
      double vertex = at - slope / (2 * bend);
      double above = valueAt(vertex) - level;
      double half = Math.sqrt(above / -bend);
      return above < 0 ? Optional.empty() : Optional.of(new Interval(vertex - half, vertex + half));
    }
    if (slope == 0) {
      return value < level ? Optional.empty() : Optional.of(Interval.EVERYTHING);
    }
    double crossing = at + (level - value) / slope;
    return Optional.of(
        slope > 0
            ? new Interval(crossing, Double.POSITIVE_INFINITY)
            : new Interval(Double.NEGATIVE_INFINITY, crossing));
  }

  /** The slope at a place. */
  double slopeAt(double x) {
    return slope + 2 * bend * (x - at);
  }

  /** Where it is largest within a finite interval. */
  double peak(double from, double to) {
    double vertex = bend < 0 ? at - slope / (2 * bend) : from;
    double inside = Math.max(from, Math.min(to, vertex));
    double end = valueAt(from) >= valueAt(to) ? from : to;
    return valueAt(inside) >= valueAt(end) ? inside : end;
  }

  /** The largest value over a finite interval. */
  double largest(double from, double to) {
    return valueAt(peak(from, to));
  }

  /** The value at a place. */
  double valueAt(double x) {
    return value + (x - at) * (slope + bend * (x - at));
  }
}
