package io.evenkeel.core.prediction;

import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.LaplaceDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;

/** The distribution function of one prediction of a real number, and its inverse. */
interface UnivariatePart {

  /** P(Z ≤ y). */
  double cdf(double y);

  /** P(Z &lt; y). */
  double cdfBelow(double y);

  /** P(Z &gt; y). */
  double survival(double y);

  /** The smallest y with P(Z ≤ y) ≥ level. */
  double quantile(double level);

  /** The part that coordinate i of a prediction other than a mixture is. */
  static UnivariatePart of(PredictiveDistribution p, int i) {
    if (p instanceof Laplace laplace) {
      return laplace.scale() == 0
          ? new Point(laplace.location())
          : new Smooth(LaplaceDistribution.of(laplace.location(), laplace.scale()));
    }
    if (p instanceof Uniform uniform) {
      return uniform.width() == 0
          ? new Point(uniform.low())
          : new Smooth(UniformContinuousDistribution.of(uniform.low(), uniform.high()));
    }
    if (p instanceof Exponential tail) {
      return tail.scale() == 0 ? new Point(tail.origin()) : new Tail(tail.origin(), tail.scale());
    }
    if (p instanceof Ensemble ensemble) {
      return new Steps(ensemble.sorted(i));
    }
    if (p instanceof Quantiles quantiles) {
      return new Curve(quantiles);
    }
    if (p instanceof Counts counts) {
      return new Integers(counts);
    }
    Normal normal = (Normal) p;
    double sd = Math.sqrt(normal.variance(i));
    return sd == 0
        ? new Point(normal.mean(i))
        : new Smooth(NormalDistribution.of(normal.mean(i), sd));
  }

  /** A continuous distribution. */
  record Smooth(ContinuousDistribution distribution) implements UnivariatePart {
    @Override
    public double cdf(double y) {
      return distribution.cumulativeProbability(y);
    }

    @Override
    public double cdfBelow(double y) {
      return cdf(y);
    }

    @Override
    public double survival(double y) {
      return distribution.survivalProbability(y);
    }

    @Override
    public double quantile(double level) {
      return distribution.inverseCumulativeProbability(level);
    }
  }

  /** A point mass. */
  record Point(double at) implements UnivariatePart {
    @Override
    public double cdf(double y) {
      return y >= at ? 1 : 0;
    }

    @Override
    public double cdfBelow(double y) {
      return y > at ? 1 : 0;
    }

    @Override
    public double survival(double y) {
      return y < at ? 1 : 0;
    }

    @Override
    public double quantile(double level) {
      return at;
    }
  }

  /** An exponential distribution on one side of its origin. */
  record Tail(double origin, double scale) implements UnivariatePart {
    @Override
    public double cdf(double y) {
      return scale > 0 ? within(y) : beyond(y);
    }

    @Override
    public double cdfBelow(double y) {
      return cdf(y);
    }

    @Override
    public double survival(double y) {
      return scale > 0 ? beyond(y) : within(y);
    }

    private double within(double y) {
      return -Math.expm1(-Math.max(0, (y - origin) / scale));
    }

    private double beyond(double y) {
      return Math.exp(-Math.max(0, (y - origin) / scale));
    }

    @Override
    public double quantile(double level) {
      return origin - scale * (scale > 0 ? Math.log1p(-level) : Math.log(level));
    }
  }

  /** Equal steps at numbers in ascending order. */
  final class Steps implements UnivariatePart {
    private final double[] at;

    Steps(double[] at) {
      this.at = at;
    }

    @Override
    public double cdf(double y) {
      return (double) QuantileCurve.firstAbove(at, y) / at.length;
    }

    @Override
    public double cdfBelow(double y) {
      return cdf(Math.nextDown(y));
    }

    @Override
    public double survival(double y) {
      return (double) (at.length - QuantileCurve.firstAbove(at, y)) / at.length;
    }

    @Override
    public double quantile(double level) {
      int k = (int) Math.min(at.length - 1.0, level * at.length + 1);
      while (k > 0 && (double) k / at.length >= level) {
        k--;
      }
      return at[k];
    }
  }

  /** A distribution on integers. */
  record Integers(Counts p) implements UnivariatePart {
    @Override
    public double cdf(double y) {
      return p.cdf(y);
    }

    @Override
    public double cdfBelow(double y) {
      return p.cdf(Math.ceil(y) - 1);
    }

    @Override
    public double survival(double y) {
      return p.survival(y);
    }

    @Override
    public double quantile(double level) {
      return p.quantile(level);
    }
  }

  /** A quantile forecast. */
  record Curve(Quantiles p) implements UnivariatePart {
    @Override
    public double cdf(double y) {
      if (y < p.value(0)) {
        return p.level(0) * decay(p.value(0) - y, p.lowerScale());
      }
      return y < p.value(p.size() - 1) ? p.curve().cdf(y) : 1 - survival(y);
    }

    @Override
    public double survival(double y) {
      int last = p.size() - 1;
      return y >= p.value(last)
          ? (1 - p.level(last)) * decay(y - p.value(last), p.upperScale())
          : 1 - cdf(y);
    }

    /** e^(−distance / scale), 0 if there is no tail. */
    private static double decay(double distance, double scale) {
      return scale == 0 ? 0 : Math.exp(-distance / scale);
    }

    @Override
    public double cdfBelow(double y) {
      if (y == p.value(0)) {
        return p.lowerScale() == 0 ? 0 : p.level(0);
      }
      for (int k = 1; k < p.size(); k++) {
        if (y == p.value(k)) {
          return p.level(k);
        }
      }
      return cdf(y);
    }

    @Override
    public double quantile(double level) {
      int last = p.size() - 1;
      if (level < p.level(0)) {
        return p.value(0)
            + (p.lowerScale() == 0 ? 0 : p.lowerScale() * Math.log(level / p.level(0)));
      }
      if (level > p.level(last)) {
        double share = (1 - level) / (1 - p.level(last));
        return p.value(last) - (p.upperScale() == 0 ? 0 : p.upperScale() * Math.log(share));
      }
      return p.curve().quantile(level);
    }
  }
}
