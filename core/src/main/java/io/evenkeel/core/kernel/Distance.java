package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;

/** The distances without parameters. */
public enum Distance implements PredictionDistance {
  /** The Euclidean distance of the probability vectors, ‖p − q‖. For classes; in [0, √2]. */
  EUCLIDEAN {
    @Override
    public double between(PredictiveDistribution p, PredictiveDistribution q) {
      if (p instanceof Categorical a && q instanceof Categorical b) {
        KernelArguments.sameSize(a.classes(), b.classes());
        double sum = 0;
        for (int k = 0; k < a.classes(); k++) {
          double difference = a.probability(k) - b.probability(k);
          sum += difference * difference;
        }
        return Math.sqrt(sum);
      }
      throw unsupported(p, q);
    }
  },

  /** The total variation distance, ½ Σ |p_k − q_k|. For classes; in [0, 1]. */
  TOTAL_VARIATION {
    @Override
    public double between(PredictiveDistribution p, PredictiveDistribution q) {
      if (p instanceof Categorical a && q instanceof Categorical b) {
        KernelArguments.sameSize(a.classes(), b.classes());
        double sum = 0;
        for (int k = 0; k < a.classes(); k++) {
          sum += Math.abs(a.probability(k) - b.probability(k));
        }
        return sum / 2;
      }
      throw unsupported(p, q);
    }
  },

  /**
   * The 2-Wasserstein distance with Euclidean cost, in the unit of the target. For normals: W₂² =
   * ‖μ − μ′‖² + B², where B is the distance of the standard deviations if the coordinates are
   * independent, and the Bures distance of the covariances otherwise, accurate to rounding unless a
   * covariance is singular. For two Laplace distributions W₂² = (μ − μ′)² + 2(β − β′)², for a
   * normal and a Laplace distribution (μ − μ′)² + (σ − cβ)² + (2 − c²)β² with c = 1.38783.
   *
   * <p>For all other pairs of predictions of one real number that are no mixtures W₂² is the
   * integral of the squared difference of their quantile functions, with a relative error of 1e-13
   * between ensembles and of below 1e-9 otherwise; O(n + n′) quantiles of each. In one dimension it
   * is a Hilbertian metric.
   */
  WASSERSTEIN_2 {
    @Override
    public double between(PredictiveDistribution p, PredictiveDistribution q) {
      if (p instanceof Normal a && q instanceof Normal b) {
        KernelArguments.sameSize(a.dimension(), b.dimension());
        return Wasserstein.betweenNormals(a, b);
      }
      if (p instanceof Laplace a && q instanceof Laplace b) {
        return Wasserstein.betweenLaplaces(a, b);
      }
      if (UnivariateWasserstein.takes(p) && UnivariateWasserstein.takes(q)) {
        return betweenNumbers(p, q);
      }
      throw unsupported(p, q);
    }

    @Override
    public boolean takes(PredictiveDistribution p) {
      return p instanceof Normal || UnivariateWasserstein.takes(p);
    }

    private double betweenNumbers(PredictiveDistribution p, PredictiveDistribution q) {
      if (p instanceof Normal a && q instanceof Laplace b) {
        return Wasserstein.between(a, b);
      }
      return p instanceof Laplace && q instanceof Normal
          ? betweenNumbers(q, p)
          : UnivariateWasserstein.between(p, q);
    }
  };

  IllegalArgumentException unsupported(PredictiveDistribution p, PredictiveDistribution q) {
    return new IllegalArgumentException(
        this
            + " is not defined between "
            + p.getClass().getSimpleName()
            + " and "
            + q.getClass().getSimpleName());
  }
}
