package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.OptimalTransport;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.PredictiveDistribution;

/**
 * The mixture Wasserstein distance MW_s(p, q) = (min Σ t_ij W₂(p_i, q_j)^s)^(1/s), where t carries
 * the weights of the components of p to those of q. A prediction that is no mixture is one of a
 * single component. Exact; O((K + K′)³) beyond the distances of the components.
 *
 * <p>It is not Hilbertian, although Theorem D.1 of the source says so: {@link ExponentialKernel}
 * over it may have negative eigenvalues, and a V-statistic be negative. For MW₂ take the corners of
 * a unit square in the plane of mean and standard deviation, as univariate normals, and the six
 * mixtures of two of them with equal weights. The four that are sides are at distance 1 from each
 * other, and so are the two diagonals; a diagonal is at distance √½ from each side. In a Hilbert
 * space two points as near as that to the vertices of the tetrahedron are at most √½ apart. {@link
 * MaximumMeanDiscrepancy} is Hilbertian, and the default for mixtures.
 *
 * <p>Source: Widmann et al. 2021, Equation D.2, after Delon and Desolneux 2020.
 *
 * @param order s &gt; 0
 */
public record MixtureWasserstein(double order) implements PredictionDistance {

  /** Checks the order. */
  public MixtureWasserstein {
    Checks.positive("order", order);
  }

  @Override
  public double between(PredictiveDistribution p, PredictiveDistribution q) {
    Mixture a = Mixture.of(p);
    Mixture b = Mixture.of(q);
    double[][] cost = new double[a.size()][b.size()];
    double largest = 0;
    for (int i = 0; i < a.size(); i++) {
      for (int j = 0; j < b.size(); j++) {
        cost[i][j] = Distance.WASSERSTEIN_2.between(a.component(i), b.component(j));
        largest = Math.max(largest, cost[i][j]);
      }
    }
    if (largest == 0) {
      return 0;
    }
    for (double[] row : cost) {
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.pow(row[j] / largest, order);
      }
    }
    return largest * Math.pow(OptimalTransport.cost(weights(a), weights(b), cost), 1 / order);
  }

  private static double[] weights(Mixture p) {
    double[] weights = new double[p.size()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = p.weight(i);
    }
    return weights;
  }
}
