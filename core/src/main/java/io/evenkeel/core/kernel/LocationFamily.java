package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.ExponentialDifferences;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import org.apache.commons.numbers.gamma.ErfDifference;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.Erfcx;

/** What exponential decay needs to know of a symmetric distribution of one real number. */
final class LocationFamily {
  private static final double ROOT_TWO = Math.sqrt(2);
  private static final double SMALLEST_SCALE = 1e-150;

  private LocationFamily() {}

  /** The centre of symmetry. */
  static double location(PredictiveDistribution p) {
    return p instanceof Laplace laplace ? laplace.location() : univariate(p).mean(0);
  }

  /** Whether the scale is zero, or so small that exponents in its unit would overflow. */
  static boolean isPoint(PredictiveDistribution p) {
    double scale =
        p instanceof Laplace laplace ? laplace.scale() : Math.sqrt(univariate(p).variance(0));
    return scale < SMALLEST_SCALE;
  }

  /**
   * E e^(−γ(X − δ)) 1{X &gt; δ} for X = Z − location; of a point mass at δ one half, so that both
   * sides together make the whole.
   */
  static double decayAbove(PredictiveDistribution p, double gamma, double delta) {
    if (isPoint(p)) {
      return delta > 0 ? 0 : delta == 0 ? 0.5 : Math.exp(gamma * delta);
    }
    return p instanceof Laplace laplace
        ? laplaceAbove(laplace.scale(), gamma, delta)
        : normalAbove(Math.sqrt(univariate(p).variance(0)), gamma, delta);
  }

  /** P(low &lt; Z − location &lt; high). */
  static double probabilityBetween(PredictiveDistribution p, double low, double high) {
    if (p instanceof Laplace laplace) {
      double far = Math.max(Math.abs(low), Math.abs(high)) / laplace.scale();
      double near = Math.min(Math.abs(low), Math.abs(high)) / laplace.scale();
      return low * high > 0
          ? Math.exp(-near) * -Math.expm1(near - far) / 2
          : -(Math.expm1(-near) + Math.expm1(-far)) / 2;
    }
    double scale = Math.sqrt(univariate(p).variance(0)) * ROOT_TWO;
    return ErfDifference.value(low / scale, high / scale) / 2;
  }

  private static double laplaceAbove(double scale, double gamma, double delta) {
    double a = 1 / scale;
    double share = 1 / (2 * (1 + scale * gamma));
    if (delta >= 0) {
      return share * Math.exp(-a * delta);
    }
    double low = Math.min(a, gamma);
    double high = Math.max(a, gamma);
    double between =
        a / 2 * -delta * Math.exp(low * delta) * ExponentialDifferences.first((low - high) * delta);
    return share * Math.exp(gamma * delta) + between;
  }

  /** By erfcx where e^(γ²σ²/2) would overflow, by erfc where erfcx would. */
  private static double normalAbove(double sd, double gamma, double delta) {
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
    throw new IllegalArgumentException(
        "a Laplace distribution or a univariate normal is needed, got " + p);
  }
}
