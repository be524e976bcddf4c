package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.GaussLegendre;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Uniform;
import org.apache.commons.numbers.gamma.ErfDifference;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;

/**
 * The density at 0 of the sum of an independent normal variable and the difference of two
 * elementary predictions of one real number: up to a factor, the expectation of a Gaussian kernel
 * over the two.
 *
 * <p>A Laplace distribution is half an exponential to each side. The error is a few units of
 * rounding of the largest value that the density has anywhere.
 */
final class SmoothedDensity {
  private static final double ROOT_TWO = Math.sqrt(2);
  private static final double ROOT_PI = Math.sqrt(Math.PI);

  /** From here on the asymptotic series of erfcx is exact to rounding. */
  private static final double FAR = 10;

  private static final int TERMS = 12;

  private SmoothedDensity() {}

  /** The density at 0 of Z − Z′ + X for Z ~ p, Z′ ~ q and X ~ N(0, sd²), where sd &gt; 0. */
  static double ofDifference(double sd, PredictiveDistribution p, PredictiveDistribution q) {
    if (LocationFamily.isNormalOrPoint(q)) {
      return at(Math.hypot(sd, LocationFamily.normalScale(q)), p, LocationFamily.location(q));
    }
    if (LocationFamily.isNormalOrPoint(p)) {
      return ofDifference(sd, q, p);
    }
    if (p instanceof Laplace laplace) {
      return (ofDifference(sd, right(laplace), q) + ofDifference(sd, left(laplace), q)) / 2;
    }
    if (q instanceof Laplace) {
      return ofDifference(sd, q, p);
    }
    if (p instanceof Exponential a) {
      return q instanceof Exponential b ? exponentials(sd, a, b) : mixed(sd, a, (Uniform) q);
    }
    return q instanceof Exponential b
        ? mixed(sd, b, (Uniform) p)
        : uniforms(sd, (Uniform) p, (Uniform) q);
  }

  /** The density of Z + X at y. */
  static double at(double sd, PredictiveDistribution p, double y) {
    if (LocationFamily.isNormalOrPoint(p)) {
      return NormalSeries.density(
          Math.hypot(sd, LocationFamily.normalScale(p)), y - LocationFamily.location(p));
    }
    if (p instanceof Laplace laplace) {
      return (at(sd, right(laplace), y) + at(sd, left(laplace), y)) / 2;
    }
    if (p instanceof Uniform uniform) {
      return uniform(sd, uniform.low() - y, uniform.high() - y);
    }
    Exponential tail = (Exponential) p;
    double rate = 1 / Math.abs(tail.scale());
    return rate * decayed(sd, rate, outwards(tail, y));
  }

  private static Exponential right(Laplace p) {
    return new Exponential(p.location(), p.scale());
  }

  private static Exponential left(Laplace p) {
    return new Exponential(p.location(), -p.scale());
  }

  /** How far y lies beyond the origin, on the side of the tail. */
  private static double outwards(Exponential p, double y) {
    return p.scale() > 0 ? y - p.origin() : p.origin() - y;
  }

  /** The mean of the density of X over [low, high]. */
  private static double uniform(double sd, double low, double high) {
    return high - low <= 2 * NormalSeries.REACH * sd
        ? NormalSeries.uniforms(sd, low / 2 + high / 2, high / 2 - low / 2, 0)
        : ErfDifference.value(low / sd / ROOT_TWO, high / sd / ROOT_TWO) / (2 * (high - low));
  }

  /** ∫ e^(−ax) f(t − x) dx over x &gt; 0, where f is the density of X. */
  private static double decayed(double sd, double a, double t) {
    return LocationFamily.normalAbove(sd, a, -t);
  }

  /*
   * Two tails to one side differ by a variable that is itself a tail to one side or the other. Two
   * tails to opposite sides make a sum with density a a′ (e^(−ax) − e^(−a′x)) / (a′ − a), where a
   * and a′ may be close or equal.
   */
  private static double exponentials(double sd, Exponential p, Exponential q) {
    double a = 1 / Math.abs(p.scale());
    double b = 1 / Math.abs(q.scale());
    double t = outwards(p, q.origin());
    if ((p.scale() > 0) == (q.scale() > 0)) {
      return (decayed(sd, a, t) + decayed(sd, b, -t)) / (1 / a + 1 / b);
    }
    double first = decayed(sd, a, t);
    double second = decayed(sd, b, t);
    if (Math.abs(first - second) > 0.1 * Math.max(first, second)) {
      return (first - second) / (1 / a - 1 / b);
    }
    return a * b * GaussLegendre.mean(rate -> decayedMoment(sd, rate, t), a, b);
  }

  /** ∫ x e^(−ax) f(t − x) dx over x &gt; 0, by the integral of the complementary error function. */
  private static double decayedMoment(double sd, double a, double t) {
    double z = t / sd;
    double x = (a * sd - z) / ROOT_TWO;
    if (x < 0) {
      double integral = Math.exp(-x * x) / ROOT_PI - x * Erfc.value(x);
      return sd / ROOT_TWO * Math.exp(a * (a * sd * sd / 2 - t)) * integral;
    }
    return sd / ROOT_TWO * Math.exp(-z * z / 2) * scaledIntegral(x);
  }

  /** 1/√π − x erfcx(x) for x &ge; 0. */
  private static double scaledIntegral(double x) {
    if (x < FAR) {
      return 1 / ROOT_PI - x * Erfcx.value(x);
    }
    double term = 1;
    double sum = 0;
    for (int k = 1; k <= TERMS; k++) {
      term *= -(2 * k - 1) / (2 * x * x);
      sum -= term;
    }
    return sum / ROOT_PI;
  }

  private static double mixed(double sd, Exponential p, Uniform q) {
    double a = 1 / Math.abs(p.scale());
    double low = outwards(p, p.scale() > 0 ? q.low() : q.high());
    double high = outwards(p, p.scale() > 0 ? q.high() : q.low());
    double half = high / 2 - low / 2;
    if (half <= NormalSeries.REACH * sd && a * half <= NormalSeries.SCALES) {
      double centre = low / 2 + high / 2;
      return NormalSeries.tail(sd, centre, 1 / a, a * decayed(sd, a, centre), half);
    }
    if (high - low <= sd) {
      return a * GaussLegendre.mean(t -> decayed(sd, a, t), low, high);
    }
    double normal = ErfDifference.value(low / sd / ROOT_TWO, high / sd / ROOT_TWO) / 2;
    return (normal - (decayed(sd, a, high) - decayed(sd, a, low))) / (high - low);
  }

  /** The difference of the two has a trapezoid for its density. */
  private static double uniforms(double sd, Uniform p, Uniform q) {
    if (p.width() + q.width() <= 2 * NormalSeries.REACH * sd) {
      double shift = LocationFamily.location(p) - LocationFamily.location(q);
      return NormalSeries.uniforms(sd, shift, p.width() / 2, q.width() / 2);
    }
    double narrow = Math.min(p.width(), q.width());
    double wide = Math.max(p.width(), q.width());
    double low = p.low() - q.high();
    double high = p.high() - q.low();
    if (narrow > sd) {
      double gap = Math.max(p.low(), q.low()) - Math.min(p.high(), q.high());
      double tails =
          tail(sd, low)
              + tail(sd, high)
              - tail(sd, p.low() - q.low())
              - tail(sd, p.high() - q.high());
      return (Math.max(0, -gap) + tails) / (narrow * wide);
    }
    double slopes =
        GaussLegendre.mean(
            x -> x * (NormalSeries.density(sd, low + x) + NormalSeries.density(sd, high - x)),
            0,
            narrow);
    double flat = wide - narrow;
    double top = flat == 0 ? 0 : flat * uniform(sd, low + narrow, low + wide);
    return (slopes + top) / wide;
  }

  /** ∫ P(X &gt; s) ds over s &gt; |x|. */
  private static double tail(double sd, double x) {
    double z = Math.abs(x) / sd;
    if (z > NormalSeries.FAR) {
      return 0;
    }
    return sd * (Math.exp(-z * z / 2) / (ROOT_TWO * ROOT_PI) - z * Erfc.value(z / ROOT_TWO) / 2);
  }
}
