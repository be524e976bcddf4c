package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.ExponentialDifferences;
import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Uniform;
import org.apache.commons.numbers.gamma.ErfDifference;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;

/** What exponential decay needs to know of an elementary distribution of one real number. */
final class LocationFamily {
  private static final double ROOT_TWO = Math.sqrt(2);
  private static final double SMALLEST_SCALE = 1e-150;

  private LocationFamily() {}

  /** The centre of symmetry; of an exponential distribution the origin. */
  static double location(PredictiveDistribution p) {
    if (p instanceof Laplace laplace) {
      return laplace.location();
    }
    if (p instanceof Uniform uniform) {
      return uniform.low() / 2 + uniform.high() / 2;
    }
    return p instanceof Exponential tail ? tail.origin() : univariate(p).mean(0);
  }

  /** Whether the scale is zero, or so small that exponents in its unit would overflow. */
  static boolean isPoint(PredictiveDistribution p) {
    return scale(p) < SMALLEST_SCALE;
  }

  private static double scale(PredictiveDistribution p) {
    if (p instanceof Laplace laplace) {
      return laplace.scale();
    }
    if (p instanceof Uniform uniform) {
      return uniform.width();
    }
    return p instanceof Exponential tail
        ? Math.abs(tail.scale())
        : Math.sqrt(univariate(p).variance(0));
  }

  /** Whether p is a normal distribution or a point mass. */
  static boolean isNormalOrPoint(PredictiveDistribution p) {
    return p instanceof Normal || isPoint(p);
  }

  /** The standard deviation of a normal distribution, 0 of a point mass. */
  static double normalScale(PredictiveDistribution p) {
    return p instanceof Normal ? scale(p) : 0;
  }

  /** The distribution of −Z + 2 location. */
  static PredictiveDistribution mirrored(PredictiveDistribution p) {
    return p instanceof Exponential tail ? new Exponential(tail.origin(), -tail.scale()) : p;
  }

  /**
   * E e^(−γ(X − δ)) 1{X &gt; δ} for X = Z − location; of a point mass at δ one half, so that both
   * sides together make the whole.
   */
  static double decayAbove(PredictiveDistribution p, double gamma, double delta) {
    if (isPoint(p)) {
      return delta > 0 ? 0 : delta == 0 ? 0.5 : Math.exp(gamma * delta);
    }
    if (p instanceof Laplace laplace) {
      return laplaceAbove(laplace.scale(), gamma, delta);
    }
    if (p instanceof Uniform uniform) {
      return uniformAbove(uniform.width(), gamma, delta);
    }
    return p instanceof Exponential tail
        ? tailAbove(tail.scale(), gamma, delta)
        : normalAbove(scale(p), gamma, delta);
  }

  /** E e^(−γ(δ − X)) 1{X &lt; δ}. */
  static double decayBelow(PredictiveDistribution p, double gamma, double delta) {
    return decayAbove(mirrored(p), gamma, -delta);
  }

  /** P(low &lt; Z − location &lt; high). */
  static double probabilityBetween(PredictiveDistribution p, double low, double high) {
    if (p instanceof Laplace laplace) {
      return (tailBetween(laplace.scale(), low, high) + tailBetween(laplace.scale(), -high, -low))
          / 2;
    }
    if (p instanceof Exponential tail) {
      return tail.scale() > 0
          ? tailBetween(tail.scale(), low, high)
          : tailBetween(-tail.scale(), -high, -low);
    }
    if (p instanceof Uniform uniform) {
      double half = uniform.width() / 2;
      return Math.max(0, Math.min(high, half) - Math.max(low, -half)) / uniform.width();
    }
    double scale = scale(p) * ROOT_TWO;
    return ErfDifference.value(low / scale, high / scale) / 2;
  }

  private static double tailBetween(double scale, double low, double high) {
    double from = Math.max(low, 0) / scale;
    return Math.exp(-from) * -Math.expm1(from - Math.max(high, 0) / scale);
  }

  private static double uniformAbove(double width, double gamma, double delta) {
    double above = width / 2 - delta;
    if (above <= 0) {
      return 0;
    }
    double reached = Math.min(above, width);
    return reached
        / width
        * Math.exp(-gamma * (above - reached))
        * ExponentialDifferences.first(gamma * reached);
  }

  private static double tailAbove(double scale, double gamma, double delta) {
    double share = 1 / (1 + Math.abs(scale) * gamma);
    if (scale > 0) {
      return share * Math.exp(delta >= 0 ? -delta / scale : gamma * delta);
    }
    return delta >= 0 ? 0 : bothDecayed(-1 / scale, gamma, -delta);
  }

  /** ∫ a e^(−ax) e^(−γ(d − x)) dx over 0 &lt; x &lt; d. */
  static double bothDecayed(double a, double gamma, double d) {
    double low = Math.min(a, gamma);
    double high = Math.max(a, gamma);
    double apart = (high - low) * d;
    if (apart > ExponentialDifferences.FARTHEST) {
      return a / (high - low) * Math.exp(-low * d);
    }
    return low * d > ExponentialDifferences.FARTHEST
        ? 0
        : a * d * Math.exp(-low * d) * ExponentialDifferences.first(apart);
  }

  private static double laplaceAbove(double scale, double gamma, double delta) {
    return (tailAbove(scale, gamma, delta) + tailAbove(-scale, gamma, delta)) / 2;
  }

  /**
   * E e^(−γ(X − δ)) 1{X &gt; δ} for X ~ N(0, sd²). By erfcx where e^(γ²σ²/2) would overflow, by
   * erfc where erfcx would.
   */
  static double normalAbove(double sd, double gamma, double delta) {
    double z = delta / sd;
    double x = (gamma * sd + z) / ROOT_TWO;
    return x >= 0
        ? Math.exp(-z * z / 2) * Erfcx.value(x) / 2
        : Math.exp(gamma * (gamma * sd * sd / 2 + delta)) * Erfc.value(x) / 2;
  }

  private static Normal univariate(PredictiveDistribution p) {
    if (p instanceof Normal normal && normal.dimension() == 1) {
      return normal;
    }
    throw new IllegalArgumentException("a prediction of one real number is needed, got " + p);
  }
}
