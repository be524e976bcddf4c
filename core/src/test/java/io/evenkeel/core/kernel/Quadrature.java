package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Exponential;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Uniform;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** Expectations under elementary predictions of one real number, the slow and obvious way. */
final class Quadrature {
  private static final int PANELS = 1500;

  private Quadrature() {}

  /** E f(Z), where f is smooth but for the kinks, which may include those of the prediction. */
  static double mean(PredictiveDistribution p, DoubleUnaryOperator f, double... kinks) {
    double[] support = support(p);
    double[] ends =
        Arrays.stream(kinks)
            .filter(kink -> kink > support[0] && kink < support[support.length - 1])
            .toArray();
    int inner = ends.length;
    ends = Arrays.copyOf(ends, inner + support.length);
    System.arraycopy(support, 0, ends, inner, support.length);
    Arrays.sort(ends);
    double sum = 0;
    for (int i = 1; i < ends.length; i++) {
      sum += panels(t -> density(p, t) * f.applyAsDouble(t), ends[i - 1], ends[i]);
    }
    return sum;
  }

  /** The ends of all but 1e-17 of the probability, and the kinks of the density. */
  private static double[] support(PredictiveDistribution p) {
    if (p instanceof Uniform uniform) {
      return new double[] {uniform.low(), uniform.high()};
    }
    if (p instanceof Exponential tail) {
      double end = tail.origin() + 39 * tail.scale();
      return new double[] {Math.min(tail.origin(), end), Math.max(tail.origin(), end)};
    }
    if (p instanceof Laplace laplace) {
      double reach = 39 * laplace.scale();
      return new double[] {
        laplace.location() - reach, laplace.location(), laplace.location() + reach
      };
    }
    Normal normal = (Normal) p;
    double reach = 9 * Math.sqrt(normal.variance(0));
    return new double[] {normal.mean(0) - reach, normal.mean(0) + reach};
  }

  private static double density(PredictiveDistribution p, double t) {
    if (p instanceof Uniform uniform) {
      return 1 / uniform.width();
    }
    if (p instanceof Exponential tail) {
      return Math.exp(-(t - tail.origin()) / tail.scale()) / Math.abs(tail.scale());
    }
    if (p instanceof Laplace laplace) {
      return Math.exp(-Math.abs(t - laplace.location()) / laplace.scale()) / (2 * laplace.scale());
    }
    Normal normal = (Normal) p;
    double z = (t - normal.mean(0)) / Math.sqrt(normal.variance(0));
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI * normal.variance(0));
  }

  /** Three-point Gauss rule on panels of equal width: an error of order width⁷. */
  static double panels(DoubleUnaryOperator f, double from, double to) {
    double half = (to - from) / PANELS / 2;
    double node = half * Math.sqrt(0.6);
    double sum = 0;
    for (int i = 0; i < PANELS; i++) {
      double middle = from + (2 * i + 1) * half;
      sum +=
          5 * (f.applyAsDouble(middle - node) + f.applyAsDouble(middle + node))
              + 8 * f.applyAsDouble(middle);
    }
    return sum * half / 9;
  }
}
