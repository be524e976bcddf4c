package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;

/**
 * The kernel k(y, z) = exp(−γ‖y − z‖²) on real vectors, in (0, 1].
 *
 * <p>Its expectations under normals are those of exp(−γ‖X‖²) for a normal X with mean δ and
 * covariance S, |I + 2γS|^(−½) exp(−γ δᵀ(I + 2γS)⁻¹δ). They cost O(d) and allocate nothing between
 * diagonal normals; O(d³) otherwise. A variance of zero is a point mass. Under mixtures of normals
 * they are sums over all components, or pairs of components.
 *
 * @param gamma γ &gt; 0, in units of the target to the power −2
 */
public record GaussianKernel(double gamma) implements TargetKernel {

  /** Checks γ. */
  public GaussianKernel {
    Checks.positive("gamma", gamma);
  }

  @Override
  public double apply(Target y, Target z) {
    return Math.exp(-gamma * squaredDistance(Kinds.vector(y), Kinds.vector(z)));
  }

  @Override
  public double expectation(PredictiveDistribution p, Target y) {
    if (p instanceof Mixture mixture) {
      return Mixtures.mean(mixture, component -> expectation(component, y));
    }
    Normal normal = normal(p);
    RealVector vector = Kinds.vector(y);
    Kinds.sameSize(normal.dimension(), vector.dimension());
    return normal.isDiagonal()
        ? DiagonalNormals.expectation(gamma, normal, vector)
        : FullNormals.expectation(gamma, normal, vector);
  }

  @Override
  public double expectation(PredictiveDistribution p, PredictiveDistribution q) {
    if (p instanceof Mixture || q instanceof Mixture) {
      return Mixtures.mean(p, q, this::expectation);
    }
    Normal a = normal(p);
    Normal b = normal(q);
    Kinds.sameSize(a.dimension(), b.dimension());
    return a.isDiagonal() && b.isDiagonal()
        ? DiagonalNormals.expectation(gamma, a, b)
        : FullNormals.expectation(gamma, a, b);
  }

  /** exp(−γ‖y − z‖²/2) E exp(−2γ‖Z − (y + z)/2‖²). */
  @Override
  public double productExpectation(PredictiveDistribution p, Target y, Target z) {
    if (p instanceof Mixture mixture) {
      return Mixtures.mean(mixture, component -> productExpectation(component, y, z));
    }
    Normal normal = normal(p);
    RealVector first = Kinds.vector(y);
    RealVector second = Kinds.vector(z);
    Kinds.sameSize(normal.dimension(), first.dimension());
    double expectation =
        normal.isDiagonal()
            ? DiagonalNormals.midpointExpectation(2 * gamma, normal, first, second)
            : FullNormals.midpointExpectation(2 * gamma, normal, first, second);
    return Math.exp(-gamma / 2 * squaredDistance(first, second)) * expectation;
  }

  @Override
  public void productExpectations(PredictiveDistribution p, Target[] y, int n, double[] into) {
    if (p instanceof Normal normal && normal.isDiagonal()) {
      DiagonalNormals.productExpectations(gamma, normal, y, n, into);
    } else {
      TargetKernel.super.productExpectations(p, y, n, into);
    }
  }

  @Override
  public double residualVariance(PredictiveDistribution p, PredictiveDistribution q) {
    if (p instanceof Mixture || q instanceof Mixture) {
      return NormalMixtures.residualVariance(this, Mixture.of(p), Mixture.of(q));
    }
    Normal a = normal(p);
    Normal b = normal(q);
    Kinds.sameSize(a.dimension(), b.dimension());
    return a.isDiagonal() && b.isDiagonal()
        ? DiagonalNormals.residualVariance(gamma, a, b)
        : FullNormals.residualVariance(gamma, a, b);
  }

  static Normal normal(PredictiveDistribution p) {
    if (p instanceof Normal normal) {
      return normal;
    }
    throw new IllegalArgumentException("a normal prediction is needed, got " + p);
  }

  private static double squaredDistance(RealVector y, RealVector z) {
    Kinds.sameSize(y.dimension(), z.dimension());
    double sum = 0;
    for (int i = 0; i < y.dimension(); i++) {
      double difference = y.get(i) - z.get(i);
      sum += difference * difference;
    }
    return sum;
  }
}
