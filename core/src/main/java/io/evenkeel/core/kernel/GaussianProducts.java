package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.GaussLegendre;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.Uniform;
import java.util.Arrays;

/**
 * All product expectations of the Gaussian kernel under a mixture at once. A point mass has one
 * value of the kernel for each target, and products of them for the pairs; so have the nodes of an
 * interval that is narrower than the products. All other components are taken pair by pair.
 */
final class GaussianProducts {
  private final GaussianKernel kernel;
  private final Target[] y;
  private final int n;
  private final double[] into;
  private final double[] values;

  private GaussianProducts(GaussianKernel kernel, Target[] y, int n, double[] into) {
    this.kernel = kernel;
    this.y = y;
    this.n = n;
    this.into = into;
    this.values = new double[n];
  }

  static void of(GaussianKernel kernel, Mixture p, Target[] y, int n, double[] into) {
    Arrays.fill(into, 0, n * (n + 1) / 2, 0);
    GaussianProducts products = new GaussianProducts(kernel, y, n, into);
    double[] pairs = new double[n * (n + 1) / 2];
    double narrow = 1 / Math.sqrt(4 * kernel.gamma());
    for (int i = 0; i < p.size(); i++) {
      PredictiveDistribution component = p.component(i);
      double weight = p.weight(i);
      if (component instanceof Uniform uniform && uniform.width() <= narrow) {
        GaussLegendre.nodes(
            uniform.low(),
            uniform.high(),
            (at, share) -> products.addPoint(weight * share, Target.of(at)));
      } else if (component instanceof Normal normal && normal.isPoint()) {
        products.addPoint(weight, normal.mean());
      } else {
        kernel.productExpectations(component, y, n, pairs);
        products.add(weight, pairs);
      }
    }
  }

  private void addPoint(double weight, Target point) {
    for (int a = 0; a < n; a++) {
      values[a] = kernel.apply(point, y[a]);
    }
    QuasiMonteCarlo.addProducts(weight, values, into);
  }

  private void add(double weight, double[] pairs) {
    for (int k = 0; k < pairs.length; k++) {
      into[k] += weight * pairs[k];
    }
  }
}
