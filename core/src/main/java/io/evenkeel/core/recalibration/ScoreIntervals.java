package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.score.NormalScore;
import java.util.function.Function;

/**
 * The normal scores of a sample, each a number or an interval, from which a shift and a scale are
 * learned.
 *
 * <p>In a = δ/s and b = 1/s, the log-likelihood of an interval from l to u is log(Φ(bu − a) − Φ(bl
 * − a)), and of a number z log b − (bz − a)²/2. Both are concave. Fits are shrunk to the identity
 * by the expected log-likelihood of ten standard normal numbers. O(n) for each of some ten steps.
 */
final class ScoreIntervals {
  private static final double PSEUDO_LABELS = 10;
  private static final int ITERATIONS = 50;
  private static final int HALVINGS = 40;
  private static final double CONVERGED = 1e-10;
  private static final double LOG_ROOT_TWO_PI = Math.log(2 * Math.PI) / 2;

  private final double[] lower;
  private final double[] upper;

  private ScoreIntervals(double[] lower, double[] upper) {
    this.lower = lower;
    this.upper = upper;
  }

  /**
   * Those of predictions of one real number, by a holder that trusts labels perhaps only so far.
   */
  static ScoreIntervals of(Observations sample, NormalScore score) {
    double[] lower = new double[sample.size()];
    double[] upper = new double[sample.size()];
    for (int i = 0; i < lower.length; i++) {
      score.set(sample.prediction(i), (RealVector) sample.target(i));
      lower[i] = score.lower();
      upper[i] = score.upper();
    }
    return new ScoreIntervals(lower, upper);
  }

  /** Those around shifts that are known, one of each observation. */
  ScoreIntervals less(double... shifts) {
    double[] from = new double[lower.length];
    double[] to = new double[lower.length];
    for (int i = 0; i < from.length; i++) {
      from[i] = lower[i] - shifts[i];
      to[i] = upper[i] - shifts[i];
    }
    return new ScoreIntervals(from, to);
  }

  /** The derivative by δ of the log-likelihood of observation i, with scale s. */
  double slope(int i, double shift, double scale) {
    double from = (lower[i] - shift) / scale;
    double to = (upper[i] - shift) / scale;
    if (from == to) {
      return from / scale;
    }
    double log = StandardNormal.logProbability(from, to);
    return (ratio(from, log) - ratio(to, log)) / scale;
  }

  /** Minus its second derivative, not negative. */
  double information(int i, double shift, double scale) {
    double from = (lower[i] - shift) / scale;
    double to = (upper[i] - shift) / scale;
    if (from == to) {
      return 1 / (scale * scale);
    }
    double log = StandardNormal.logProbability(from, to);
    double q = ratio(from, log);
    double r = ratio(to, log);
    double curve = (q - r) * (q - r) + times(to, r) - times(from, q);
    return Math.max(0, curve) / (scale * scale);
  }

  /** φ(z) divided by a probability. */
  private static double ratio(double z, double logProbability) {
    return Math.exp(-z * z / 2 - LOG_ROOT_TWO_PI - logProbability);
  }

  /** 0 where the density is 0, however far out. */
  private static double times(double x, double density) {
    return density == 0 ? 0 : x * density;
  }

  /** The most likely shift and scale. */
  LocationScale fit() {
    return fit(Point::step);
  }

  /** The most likely scale without any shift. */
  LocationScale fitScale() {
    return fit(Point::stepOfScale);
  }

  /** By Newton's method with halved steps. */
  private LocationScale fit(Function<Point, double[]> method) {
    Point at = new Point(0, 1);
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      double[] step = method.apply(at);
      Point next = at;
      double share = 1;
      for (int halving = 0; halving < HALVINGS; halving++, share /= 2) {
        next = new Point(at.a + share * step[0], at.b + share * step[1]);
        if (next.logLikelihood >= at.logLikelihood) {
          break;
        }
      }
      if (!(next.logLikelihood >= at.logLikelihood)) {
        break;
      }
      at = next;
      if (Math.max(Math.abs(step[0]), Math.abs(step[1])) < CONVERGED) {
        break;
      }
    }
    return new LocationScale(at.a / at.b, 1 / at.b);
  }

  /** A shift and a scale during the search, with the log-likelihood and its derivatives. */
  private final class Point {
    private final double a;
    private final double b;
    private double logLikelihood;
    private double byA;
    private double byB;
    private double byAa;
    private double byAb;
    private double byBb;

    Point(double a, double b) {
      this.a = a;
      this.b = b;
      if (!(b > 0)) {
        logLikelihood = Double.NEGATIVE_INFINITY;
        return;
      }
      add(
          PSEUDO_LABELS * (Math.log(b) - (a * a + b * b) / 2),
          -PSEUDO_LABELS * a,
          PSEUDO_LABELS * (1 / b - b));
      curve(-PSEUDO_LABELS, 0, -PSEUDO_LABELS * (1 / (b * b) + 1));
      for (int i = 0; i < lower.length; i++) {
        if (lower[i] == upper[i]) {
          addNumber(lower[i]);
        } else {
          addInterval(lower[i], upper[i]);
        }
      }
    }

    private void add(double log, double slopeA, double slopeB) {
      logLikelihood += log;
      byA += slopeA;
      byB += slopeB;
    }

    private void curve(double aa, double ab, double bb) {
      byAa += aa;
      byAb += ab;
      byBb += bb;
    }

    private void addNumber(double z) {
      double left = b * z - a;
      add(Math.log(b) - left * left / 2, left, 1 / b - z * left);
      curve(-1, z, -1 / (b * b) - z * z);
    }

    private void addInterval(double l, double u) {
      double from = b * l - a;
      double to = b * u - a;
      double log = StandardNormal.logProbability(from, to);
      double q = ratio(from, log);
      double r = ratio(to, log);
      double lq = times(l, q);
      double ur = times(u, r);
      add(log, q - r, ur - lq);
      double fromQ = times(from, q);
      double toR = times(to, r);
      curve(
          fromQ - toR - (q - r) * (q - r),
          times(u, toR) - times(l, fromQ) - (q - r) * (ur - lq),
          times(l, times(l, fromQ)) - times(u, times(u, toR)) - (ur - lq) * (ur - lq));
    }

    /** The step with the shift held at 0. */
    double[] stepOfScale() {
      return new double[] {0, -byB / byBb};
    }

    /** Of Newton's method. */
    double[] step() {
      double determinant = byAa * byBb - byAb * byAb;
      return new double[] {
        (byAb * byB - byBb * byA) / determinant, (byAb * byA - byAa * byB) / determinant
      };
    }
  }
}
