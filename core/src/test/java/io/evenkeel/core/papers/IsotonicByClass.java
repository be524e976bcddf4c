package io.evenkeel.core.papers;

import io.evenkeel.core.internal.IsotonicRegression;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Isotonic regression of each class against the rest, linear between the points that were learned
 * from, constant beyond them, then normalised: as Guo et al. 2017 and the papers after it use it. A
 * probability below 1e-15 counts as that, as in the log loss of scikit-learn.
 */
final class IsotonicByClass {
  private static final double LEAST = 1e-15;

  /** Of each class the points, ascending, and what is fitted there. */
  private final List<double[][]> curves;

  private IsotonicByClass(List<double[][]> curves) {
    this.curves = curves;
  }

  static IsotonicByClass fit(Observations sample) {
    int classes = ((Categorical) sample.prediction(0)).classes();
    List<double[][]> curves = new ArrayList<>();
    for (int k = 0; k < classes; k++) {
      int ofClass = k;
      double[][] pairs =
          IntStream.range(0, sample.size())
              .mapToObj(
                  i -> new double[] {at(sample.prediction(i), ofClass), came(sample, i, ofClass)})
              .sorted(Comparator.comparingDouble(pair -> pair[0]))
              .toArray(double[][]::new);
      double[] ones = new double[pairs.length];
      Arrays.fill(ones, 1);
      double[] came = Arrays.stream(pairs).mapToDouble(pair -> pair[1]).toArray();
      curves.add(
          new double[][] {
            Arrays.stream(pairs).mapToDouble(pair -> pair[0]).toArray(),
            IsotonicRegression.of(came, ones).fitted()
          });
    }
    return new IsotonicByClass(curves);
  }

  private static double at(PredictiveDistribution p, int k) {
    return ((Categorical) p).probability(k);
  }

  private static double came(Observations sample, int i, int k) {
    return ((ClassLabel) sample.target(i)).index() == k ? 1 : 0;
  }

  PredictiveDistribution recalibrate(PredictiveDistribution p) {
    double[] q = new double[curves.size()];
    for (int k = 0; k < q.length; k++) {
      q[k] = Math.max(LEAST, between(curves.get(k), at(p, k)));
    }
    double sum = Arrays.stream(q).sum();
    return Categorical.of(Arrays.stream(q).map(value -> value / sum).toArray());
  }

  private static double between(double[][] curve, double x) {
    double[] points = curve[0];
    double[] fitted = curve[1];
    int found = Arrays.binarySearch(points, x);
    int right = found >= 0 ? found : -found - 1;
    if (found >= 0 || right == 0) {
      return fitted[Math.min(right, fitted.length - 1)];
    }
    if (right == points.length) {
      return fitted[right - 1];
    }
    double share = (x - points[right - 1]) / (points[right] - points[right - 1]);
    return fitted[right - 1] + share * (fitted[right] - fitted[right - 1]);
  }
}
