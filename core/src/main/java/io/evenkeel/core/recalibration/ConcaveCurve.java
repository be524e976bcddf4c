package io.evenkeel.core.recalibration;

import io.evenkeel.core.score.Interval;
import java.util.Arrays;
import java.util.Optional;

/**
 * What is known of a smooth concave function from its values at some points.
 *
 * <p>Between two of them it lies below the chord on their left and below the chord on their right,
 * both drawn out: that is certain, and coarse. It also lies close to between the two parabolas
 * through them and the next point on either side, of which the higher one is taken: their distance
 * is of the third order in that of the points, the error of what lies between them of the fourth.
 * Where there is no next point on one side, the second parabola is that through the three before:
 * the errors of the two differ in sign all the same.
 */
final class ConcaveCurve {
  /** Points through which a polynomial is laid: more change little, fewer miss by 4 %. */
  private static final int AROUND = 5;

  /** To the last digit. */
  private static final int HALVINGS = 53;

  /** Growth that does not show. */
  private static final double FLAT = 1e-6;

  private final double[] x;
  private final double[] f;

  /**
   * The curve through some points.
   *
   * @param x at least three, ascending
   * @param f the values there
   */
  ConcaveCurve(double[] x, double[] f) {
    this.x = x;
    this.f = f;
  }

  /** Where the function may reach the level, if anywhere. */
  Optional<Interval> reaching(double level) {
    Optional<Interval> all = Optional.empty();
    for (int k = 0; k <= x.length; k++) {
      all = hull(all, reaching(k, level));
    }
    return all;
  }

  private Optional<Interval> reaching(int k, double level) {
    Optional<Interval> part = Optional.of(new Interval(left(k), right(k)));
    for (int chord : new int[] {k - 2, k}) {
      if (has(chord, 2)) {
        part = common(part, Parabola.chord(x, f, chord).reaching(level));
      }
    }
    int first = parabolas(k);
    return has(k - 1, 2) && has(first, 4)
        ? common(
            part,
            hull(
                Parabola.through(x, f, first).reaching(level),
                Parabola.through(x, f, first + 1).reaching(level)))
        : part;
  }

  /** The first point of the first of the two parabolas of stretch k. */
  private int parabolas(int k) {
    return Math.max(0, Math.min(x.length - 4, k - 2));
  }

  /** What two sets have in common. */
  private static Optional<Interval> common(Optional<Interval> a, Optional<Interval> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return Optional.empty();
    }
    double from = Math.max(a.get().lower(), b.get().lower());
    double to = Math.min(a.get().upper(), b.get().upper());
    return from <= to ? Optional.of(new Interval(from, to)) : Optional.empty();
  }

  /** The smallest interval that holds two sets. */
  private static Optional<Interval> hull(Optional<Interval> a, Optional<Interval> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.isEmpty() ? b : a;
    }
    return Optional.of(a.get().hull(b.get()));
  }

  /** A bound of the function over a finite interval. */
  double largest(double from, double to) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k <= x.length; k++) {
      double a = Math.max(from, left(k));
      double b = Math.min(to, right(k));
      if (a <= b) {
        largest = Math.max(largest, largest(k, a, b));
      }
    }
    return largest;
  }

  private double largest(int k, double from, double to) {
    double least = Double.POSITIVE_INFINITY;
    for (int chord : new int[] {k - 2, k}) {
      if (has(chord, 2)) {
        least = Math.min(least, Parabola.chord(x, f, chord).largest(from, to));
      }
    }
    int first = parabolas(k);
    return has(k - 1, 2) && has(first, 4)
        ? Math.min(
            least,
            Math.max(
                Parabola.through(x, f, first).largest(from, to),
                Parabola.through(x, f, first + 1).largest(from, to)))
        : least;
  }

  /** The highest point. */
  int best() {
    int best = 0;
    for (int k = 1; k < f.length; k++) {
      best = f[k] > f[best] ? k : best;
    }
    return best;
  }

  /**
   * Where it is largest between the neighbours of a point that is as high as these: at the point if
   * that is an end towards which it rises. By the slope, of which rounding moves the root by as
   * little as the values; of values it would move the peak by the root of that.
   */
  double peak(int k) {
    Polynomial near = near(k);
    double slope = near.slopeAt(x[k]);
    int to = k + (int) Math.signum(slope);
    if (to < 0 || to == x.length || slope * near.slopeAt(x[to]) >= 0) {
      return x[k];
    }
    double rises = slope > 0 ? x[k] : x[to];
    double falls = slope > 0 ? x[to] : x[k];
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (rises + falls) / 2;
      boolean isBefore = near.slopeAt(middle) > 0;
      rises = isBefore ? middle : rises;
      falls = isBefore ? falls : middle;
    }
    return rises;
  }

  /**
   * The value at the peak next to a point, at least that of the point, also where differences are
   * too large for a number.
   */
  double valueAtPeak(int k, double at) {
    double value = near(k).valueAt(at);
    return value > f[k] ? value : f[k];
  }

  /**
   * How much higher it gets beyond an end towards which it rises, about: its curvature is taken to
   * go on growing or shrinking at the rate at which it did before, as that of a scale does, or, if
   * the function would rise forever then, to stay as it is. 0 at other points, and where the values
   * are on a line or too large to tell.
   *
   * @param left how far it is defined beyond its left end
   */
  double riseBeyond(double end, double left) {
    boolean isLeft = end == x[0];
    if (!(isLeft || end == x[x.length - 1])) {
      return 0;
    }
    int outer = isLeft ? 0 : x.length - 3;
    double growth = growth(outer, isLeft ? 1 : x.length - 4);
    double slope = isLeft ? -near(0).slopeAt(end) : near(x.length - 1).slopeAt(end);
    double bend = -bend(outer) * Math.exp(growth * Math.abs(end - middle(outer)));
    double rise = rise(slope, bend, growth, isLeft ? left : Double.POSITIVE_INFINITY);
    return slope > 0 && bend > 0 && Double.isFinite(rise) ? Math.max(0, rise) : 0;
  }

  /**
   * The rate at which the curvature grows from three points to the next, farther out; 0 if none.
   */
  private double growth(int outer, int inner) {
    if (!has(inner, 3)) {
      return 0;
    }
    double ratio = bend(outer) / bend(inner);
    double between = Math.abs(middle(outer) - middle(inner));
    return ratio > 0 && Double.isFinite(ratio) ? Math.log(ratio) / between : 0;
  }

  /**
   * The integral over t of slope − bend ∫ exp(growth s) ds from 0 to t, as far as that is positive.
   *
   * @param bend minus the second derivative at the end; the result means nothing if it is not
   *     positive
   */
  private static double rise(double slope, double bend, double growth, double farthest) {
    double relative = growth * slope / bend;
    if (Math.abs(relative) < FLAT || relative <= -1) {
      double at = Math.min(farthest, slope / bend);
      return at * (slope - bend * at / 2);
    }
    double at = Math.min(farthest, Math.log1p(relative) / growth);
    return slope * at - bend * (Math.expm1(growth * at) / growth - at) / growth;
  }

  /** The second derivative around three points from k on, at their middle. */
  private double bend(int k) {
    double first = (f[k + 1] - f[k]) / (x[k + 1] - x[k]);
    double second = (f[k + 2] - f[k + 1]) / (x[k + 2] - x[k + 1]);
    return 2 * (second - first) / (x[k + 2] - x[k]);
  }

  private double middle(int k) {
    return (x[k] + x[k + 1] + x[k + 2]) / 3;
  }

  /** The value between two points, by the polynomial through five around the nearer one. */
  double valueAt(double at) {
    int nearest = 0;
    for (int k = 1; k < x.length; k++) {
      nearest = Math.abs(x[k] - at) < Math.abs(x[nearest] - at) ? k : nearest;
    }
    return near(nearest).valueAt(at);
  }

  /** The polynomial through a point and those around it. */
  private Polynomial near(int k) {
    int points = Math.min(x.length, AROUND);
    int from = Math.max(0, Math.min(x.length - points, k - points / 2));
    double[] differences = Arrays.copyOfRange(f, from, from + points);
    for (int order = 1; order < points; order++) {
      for (int i = points - 1; i >= order; i--) {
        differences[i] =
            (differences[i] - differences[i - 1]) / (x[from + i] - x[from + i - order]);
      }
    }
    return new Polynomial(x, from, differences);
  }

  /** Newton's form of the polynomial through the points from one on. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Polynomial(double[] x, int from, double[] differences) {

    double valueAt(double at) {
      double value = 0;
      for (int i = differences.length - 1; i >= 0; i--) {
        value = value * (at - x[from + i]) + differences[i];
      }
      return value;
    }

    double slopeAt(double at) {
      double value = differences[differences.length - 1];
      double slope = 0;
      for (int i = differences.length - 2; i >= 0; i--) {
        slope = slope * (at - x[from + i]) + value;
        value = value * (at - x[from + i]) + differences[i];
      }
      return slope;
    }
  }

  /** Whether there are so many points from k on. */
  private boolean has(int k, int points) {
    return k >= 0 && k + points <= x.length;
  }

  /** The left end of stretch k, whose right end is point k. */
  private double left(int k) {
    return k == 0 ? Double.NEGATIVE_INFINITY : x[k - 1];
  }

  private double right(int k) {
    return k == x.length ? Double.POSITIVE_INFINITY : x[k];
  }
}
