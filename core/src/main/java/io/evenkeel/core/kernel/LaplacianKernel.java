package io.evenkeel.core.kernel;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * The kernel k(y, z) = exp(−γ|y − z|) on real numbers, in (0, 1].
 *
 * <p>Its expectations under Laplace distributions, univariate normals and mixtures of these are
 * sums of positive terms, with a relative error of a few units of rounding for all scales, those
 * that coincide with each other or with 1/γ included. A scale of zero is a point mass. The
 * expectation over a pair of a Laplace distribution and a normal of positive scales, and the
 * residual variance unless one of the two is a point mass, have no such form: {@link
 * UnsupportedOperationException}.
 *
 * <p>Source: Widmann et al. 2021, Appendix D.2, rewritten.
 *
 * @param gamma γ &gt; 0, in units of the target to the power −1
 */
public record LaplacianKernel(double gamma) implements TargetKernel {

  /** Checks γ. */
  public LaplacianKernel {
    Checks.positive("gamma", gamma);
  }

  @Override
  public double apply(Target y, Target z) {
    return Math.exp(-gamma * Math.abs(number(y) - number(z)));
  }

  @Override
  public double expectation(PredictiveDistribution p, Target y) {
    double point = number(y);
    if (p instanceof Mixture mixture) {
      return Mixtures.mean(mixture, component -> expectation(component, y));
    }
    double delta = point - LocationFamily.location(p);
    return LocationFamily.decayAbove(p, gamma, delta) + LocationFamily.decayAbove(p, gamma, -delta);
  }

  @Override
  public double expectation(PredictiveDistribution p, PredictiveDistribution q) {
    if (p instanceof Mixture || q instanceof Mixture) {
      return Mixtures.mean(p, q, this::expectation);
    }
    double distance = Math.abs(LocationFamily.location(p) - LocationFamily.location(q));
    if (LocationFamily.isPoint(p)) {
      return expectation(q, Target.of(LocationFamily.location(p)));
    }
    if (LocationFamily.isPoint(q)) {
      return expectation(p, Target.of(LocationFamily.location(q)));
    }
    if (p instanceof Laplace a && q instanceof Laplace b) {
      return LaplacePairs.expectation(gamma, distance, a.scale(), b.scale());
    }
    if (p instanceof Normal a && q instanceof Normal b) {
      double sd = Math.sqrt(a.variance(0) + b.variance(0));
      return expectation(Normal.of(0, sd), Target.of(distance));
    }
    throw new UnsupportedOperationException(
        "no closed form of " + this + " is known for the pair of " + p + " and " + q);
  }

  /** With y &le; z: e^(−γ(z − y)) [P(y &lt; Z &lt; z) + E e^(−2γ d)], d the distance outside. */
  @Override
  public double productExpectation(PredictiveDistribution p, Target y, Target z) {
    if (p instanceof Mixture mixture) {
      return Mixtures.mean(mixture, component -> productExpectation(component, y, z));
    }
    if (LocationFamily.isPoint(p)) {
      return expectation(p, y) * expectation(p, z);
    }
    double low = Math.min(number(y), number(z)) - LocationFamily.location(p);
    double high = Math.max(number(y), number(z)) - LocationFamily.location(p);
    return Math.exp(-gamma * (high - low))
        * (LocationFamily.probabilityBetween(p, low, high)
            + LocationFamily.decayAbove(p, 2 * gamma, high)
            + LocationFamily.decayAbove(p, 2 * gamma, -low));
  }

  @Override
  public double residualVariance(PredictiveDistribution p, PredictiveDistribution q) {
    if (LocationFamily.isPoint(p) || LocationFamily.isPoint(q)) {
      return 0;
    }
    throw new UnsupportedOperationException(
        "no closed form of the residual variance is known for " + this);
  }

  private static double number(Target y) {
    return Kinds.number(y);
  }
}
