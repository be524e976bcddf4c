package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.GaussLegendre;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.Univariate;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The 2-Wasserstein distance of predictions of one real number: the root mean squared difference of
 * their quantile functions over all levels.
 *
 * <p>Between the levels at which either function has an edge both are lines, or smooth: the rule of
 * Gauss is exact for the one and good to about 1e-9 for the other. Beyond the outermost edges the
 * functions may grow without bound; there the logarithm of the level is integrated over.
 */
final class UnivariateWasserstein {
  /** Beyond e^(−31) of a tail's probability a squared logarithm adds no more than 1e-10. */
  private static final double FARTHEST = 31;

  private static final double FIRST_PANEL = 0.5;
  private static final double WIDEST_PANEL = 4;
  private static final double HIGHEST_LEVEL = Math.nextDown(1.0);

  private UnivariateWasserstein() {}

  static boolean takes(PredictiveDistribution p) {
    return p.space().equals(TargetSpace.reals(1)) && !(p instanceof Mixture);
  }

  static double between(PredictiveDistribution p, PredictiveDistribution q) {
    Univariate first = Univariate.of(p);
    Univariate second = Univariate.of(q);
    double[] edges =
        Stream.of(edges(p), edges(q), DoubleStream.of(0.5))
            .flatMapToDouble(levels -> levels)
            .filter(level -> level > 0 && level < 1)
            .sorted()
            .distinct()
            .toArray();
    DoubleUnaryOperator difference = u -> first.quantile(u) - second.quantile(u);
    double sum = 0;
    for (int i = 1; i < edges.length; i++) {
      double width = edges[i] - edges[i - 1];
      sum += width * GaussLegendre.mean(u -> square(difference, u), edges[i - 1], edges[i]);
    }
    double top = 1 - edges[edges.length - 1];
    sum += tail(x -> square(difference, edges[0] * Math.exp(-x)), edges[0]);
    sum += tail(x -> square(difference, Math.min(HIGHEST_LEVEL, 1 - top * Math.exp(-x))), top);
    return Math.sqrt(sum);
  }

  private static double square(DoubleUnaryOperator difference, double u) {
    double value = difference.applyAsDouble(u);
    return value * value;
  }

  private static double tail(DoubleUnaryOperator squareAtLogarithm, double probability) {
    double sum = 0;
    double from = 0;
    for (double width = FIRST_PANEL; from < FARTHEST; width = Math.min(WIDEST_PANEL, 2 * width)) {
      double to = from + width;
      sum +=
          width
              * GaussLegendre.mean(
                  x -> Math.exp(-x) * squareAtLogarithm.applyAsDouble(x), from, to);
      from = to;
    }
    return probability * sum;
  }

  /** The levels between which the quantile function is smooth, but for the median. */
  private static DoubleStream edges(PredictiveDistribution p) {
    if (p instanceof Ensemble ensemble) {
      double n = ensemble.size();
      return IntStream.range(1, ensemble.size()).mapToDouble(k -> k / n);
    }
    if (p instanceof Quantiles quantiles) {
      return IntStream.range(0, quantiles.size()).mapToDouble(quantiles::level);
    }
    return DoubleStream.empty();
  }
}
