package io.evenkeel.core.prediction;

import java.util.function.IntToDoubleFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;

/**
 * A mutable source of targets drawn from predictions: what would come if each prediction were
 * right. A draw beyond the largest double is the largest double.
 */
public final class TargetSampler {
  private final UniformRandomProvider random;
  private final ZigguratSampler.NormalizedGaussian gaussian;
  private final ZigguratSampler.Exponential exponential;

  /** A sampler that draws from the given source of randomness. */
  public TargetSampler(UniformRandomProvider random) {
    this.random = random;
    this.gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    this.exponential = ZigguratSampler.Exponential.of(random);
  }

  /** A target drawn from p. O(m) for classes, O(d) for independent coordinates, else O(d³). */
  public Target draw(PredictiveDistribution p) {
    if (p instanceof Categorical categorical) {
      return Target.ofClass(drawIndex(categorical.classes(), categorical::probability));
    }
    if (p instanceof Normal normal) {
      return target(normal.isDiagonal() ? drawDiagonal(normal) : drawFull(normal));
    }
    if (p instanceof Laplace laplace) {
      double sign = random.nextBoolean() ? 1 : -1;
      return target(laplace.location() + sign * laplace.scale() * exponential.sample());
    }
    if (p instanceof Uniform uniform) {
      return target(uniform.low() + uniform.width() * random.nextDouble());
    }
    if (p instanceof Exponential tail) {
      return target(tail.origin() + tail.scale() * exponential.sample());
    }
    if (p instanceof Counts counts) {
      return Target.of(counts.quantile(1 - random.nextDouble()));
    }
    Mixture mixture = ((Composite) p).mixture();
    return draw(mixture.component(drawIndex(mixture.size(), mixture::weight)));
  }

  private static Target target(double... values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, values[i]));
    }
    return new RealVector(values);
  }

  private int drawIndex(int size, IntToDoubleFunction probability) {
    double u = random.nextDouble();
    int last = 0;
    for (int k = 0; k < size; k++) {
      if (probability.applyAsDouble(k) > 0) {
        last = k;
        u -= probability.applyAsDouble(k);
        if (u < 0) {
          break;
        }
      }
    }
    return last;
  }

  private double[] drawDiagonal(Normal p) {
    double[] y = new double[p.dimension()];
    for (int i = 0; i < y.length; i++) {
      y[i] = p.mean(i) + Math.sqrt(p.variance(i)) * gaussian.sample();
    }
    return y;
  }

  private double[] drawFull(Normal p) {
    int d = p.dimension();
    DMatrixRMaj covariance = new DMatrixRMaj(d, d);
    double[] y = new double[d];
    for (int i = 0; i < d; i++) {
      y[i] = p.mean(i);
      for (int j = 0; j < d; j++) {
        covariance.set(i, j, p.covariance(i, j));
      }
    }
    var eigen = DecompositionFactory_DDRM.eig(d, true, true);
    if (!eigen.decompose(covariance)) {
      throw new IllegalArgumentException("covariance has no eigenvalues: " + p);
    }
    for (int k = 0; k < d; k++) {
      double variance = Math.max(0, eigen.getEigenvalue(k).getReal());
      double along = Math.sqrt(variance) * gaussian.sample();
      for (int i = 0; i < d; i++) {
        y[i] += along * eigen.getEigenVector(k).get(i);
      }
    }
    return y;
  }
}
