package io.evenkeel.core.score;

import io.evenkeel.core.internal.ExponentialDifferences;
import io.evenkeel.core.internal.GaussLegendre;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Uniform;
import org.apache.commons.numbers.gamma.Erf;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;

/**
 * Mean distances E|Z − Z′| between a uniform or exponential distribution and another one that is
 * uniform, exponential or normal. What a uniform distribution is cut by is summed piece by piece;
 * no piece is a difference of larger numbers.
 */
final class MeanDistancePairs {
  private static final double ROOT_TWO = Math.sqrt(2);
  private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

  /** Beyond so many scales nothing is left of an exponential tail, or of a normal one. */
  private static final double FARTHEST = 750;

  private MeanDistancePairs() {}

  /** The distance of a uniform or exponential distribution p from q, which may be normal. */
  static double between(PredictiveDistribution p, PredictiveDistribution q) {
    if (isPoint(p)) {
      return MeanDistance.between(q, place(p), 0);
    }
    if (isPoint(q)) {
      return MeanDistance.between(p, place(q), 0);
    }
    if (p instanceof Exponential tail) {
      return toTail(tail, q);
    }
    Uniform uniform = (Uniform) p;
    if (q instanceof Exponential tail) {
      return toTail(tail, uniform);
    }
    return q instanceof Uniform other ? uniforms(uniform, other) : mixed(uniform, (Normal) q);
  }

  private static boolean isPoint(PredictiveDistribution p) {
    if (p instanceof Uniform uniform) {
      return uniform.width() == 0;
    }
    return p instanceof Exponential tail ? tail.scale() == 0 : ((Normal) p).isPoint();
  }

  private static double place(PredictiveDistribution p) {
    if (p instanceof Uniform uniform) {
      return uniform.low();
    }
    return p instanceof Exponential tail ? tail.origin() : ((Normal) p).mean(0);
  }

  private static double toTail(Exponential p, PredictiveDistribution q) {
    double scale = Math.abs(p.scale());
    double side = Math.signum(p.scale());
    if (q instanceof Uniform uniform) {
      double low = side > 0 ? uniform.low() - p.origin() : p.origin() - uniform.high();
      double high = side > 0 ? uniform.high() - p.origin() : p.origin() - uniform.low();
      return tailAndUniform(scale, low, high);
    }
    return q instanceof Exponential tail
        ? tails(p, tail)
        : tailAndNormal(
            scale, side * (((Normal) q).mean(0) - p.origin()), Math.sqrt(((Normal) q).variance(0)));
  }

  /** Of a tail from 0 to the right. */
  private static double tailAndUniform(double scale, double low, double high) {
    if (high <= 0) {
      return scale - (low / 2 + high / 2);
    }
    if (low < 0) {
      double before = -low / (high - low);
      return before * (scale - low / 2) + (1 - before) * tailAndUniform(scale, 0, high);
    }
    double left = Math.exp(-low / scale) * ExponentialDifferences.first((high - low) / scale);
    return low / 2 + high / 2 - scale + 2 * scale * left;
  }

  /**
   * Of a tail from 0 to the right and N(δ, σ²): a number d is at a mean distance of s − d before
   * the tail, and of d − s + 2s e^(−d/s) within it.
   */
  private static double tailAndNormal(double scale, double delta, double sd) {
    double z = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, delta / sd));
    double ratio = sd / scale;
    double x = (ratio - z) / ROOT_TWO;
    double left =
        x >= 0
            ? Math.exp(-z * z / 2) * Erfcx.value(x) / 2
            : Math.exp(ratio * (ratio / 2 - z)) * Erfc.value(x) / 2;
    return MeanDistance.folded(delta, sd) + scale * (2 * left - Erf.value(z / ROOT_TWO));
  }

  /**
   * Two tails to one side differ by a tail to either side. Of two that face each other, a gap d
   * apart, E|d − S| = d − E S + 2 E max(0, S − d) for the sum S of both.
   */
  private static double tails(Exponential p, Exponential q) {
    double scale = Math.abs(p.scale());
    double other = Math.abs(q.scale());
    if ((p.scale() > 0) == (q.scale() > 0)) {
      double share = scale / (scale + other);
      return share * MeanDistance.between(p, q.origin(), 0)
          + (1 - share) * MeanDistance.between(q, p.origin(), 0);
    }
    double gap = p.scale() > 0 ? q.origin() - p.origin() : p.origin() - q.origin();
    double wide = Math.max(scale, other);
    double narrow = Math.min(scale, other);
    double way = gap / wide;
    if (gap <= 0 || way > FARTHEST) {
      return gap <= 0 ? wide + narrow - gap : gap - wide - narrow;
    }
    double behind = narrow * way * ExponentialDifferences.first(way * ((wide - narrow) / narrow));
    return gap - wide - narrow + 2 * Math.exp(-way) * (wide + narrow + behind);
  }

  /** The part of p below q, that within, and that above. */
  private static double uniforms(Uniform p, Uniform q) {
    double sum = 0;
    double centre = q.low() / 2 + q.high() / 2;
    double below = Math.min(p.high(), q.low());
    if (p.low() < below) {
      sum += (below - p.low()) / p.width() * (centre - (p.low() / 2 + below / 2));
    }
    double above = Math.max(p.low(), q.high());
    if (above < p.high()) {
      sum += (p.high() - above) / p.width() * (above / 2 + p.high() / 2 - centre);
    }
    double low = Math.max(p.low(), q.low());
    double high = Math.min(p.high(), q.high());
    if (low < high) {
      double width = q.width();
      double squares =
          meanSquare(low - q.low(), high - q.low(), width)
              + meanSquare(q.high() - high, q.high() - low, width);
      sum += (high - low) / p.width() * squares / 2;
    }
    return sum;
  }

  /** The mean of the square over an interval, by a number that is not smaller. */
  private static double meanSquare(double low, double high, double divisor) {
    return (low / divisor * (low + high) + high / divisor * high) / 3;
  }

  /**
   * A number δ from the mean is at a mean distance of |δ| + 2σ[φ(z) − |z| Φ(−|z|)], z = δ/σ, of
   * which the second term is integrated in closed form unless the interval is narrow.
   */
  private static double mixed(Uniform p, Normal q) {
    double sd = Math.sqrt(q.variance(0));
    double low = p.low() - q.mean(0);
    double high = p.high() - q.mean(0);
    if (p.width() <= sd) {
      return GaussLegendre.mean(delta -> MeanDistance.folded(delta, sd), low, high);
    }
    double excess = excess(high / sd) - excess(low / sd);
    return MeanDistance.between(p, q.mean(0), 0) + sd / p.width() * sd * excess;
  }

  /** ∫ 2[φ(t) − t Φ(−t)] dt over 0 &lt; t &lt; z; odd. */
  private static double excess(double z) {
    double t = Math.abs(z);
    if (t > FARTHEST) {
      return Math.copySign(0.5, z);
    }
    double part = Erf.value(t / ROOT_TWO) - t * t * Erfc.value(t / ROOT_TWO);
    return Math.copySign(part / 2 + t * Math.exp(-t * t / 2) / ROOT_TWO_PI, z);
  }
}
