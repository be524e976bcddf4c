package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.StandardizedResidual;

/**
 * The power r ∝ p<sup>1/T</sup> of a prediction: flatter than p for T &gt; 1, sharper for T &lt; 1.
 * That of a normal distribution is a scale of √T, that of a Laplace distribution one of T. Their
 * log-ratio is that of the two densities however far out the target lies.
 *
 * @param temperature T, positive, finite and so large that 1/T is finite
 */
public record Temperature(double temperature) implements Recalibration, RecalibrationMap {

  /** Checks the temperature. */
  public Temperature {
    Checks.positive("temperature", temperature);
    Checks.finite("the reciprocal of a temperature of " + temperature, 1 / temperature);
  }

  /**
   * The recalibrated prediction.
   *
   * @throws IllegalArgumentException for a mixture of real numbers, whose power is no mixture
   */
  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    if (p instanceof Categorical categorical) {
      return recalibrate(categorical);
    }
    if (p instanceof Laplace laplace) {
      return new Laplace(laplace.location(), temperature * laplace.scale());
    }
    if (p instanceof Normal normal) {
      return scaled(normal);
    }
    throw new IllegalArgumentException("no temperature can be applied to " + p);
  }

  private Normal scaled(Normal p) {
    int d = p.dimension();
    double[] mean = new double[d];
    double[] variances = new double[d];
    double[][] covariance = new double[d][d];
    for (int i = 0; i < d; i++) {
      mean[i] = p.mean(i);
      variances[i] = temperature * p.variance(i);
      for (int j = 0; j < d; j++) {
        covariance[i][j] = temperature * p.covariance(i, j);
      }
    }
    return p.isDiagonal() ? Normal.diagonal(mean, variances) : Normal.full(mean, covariance);
  }

  @Override
  public double logRatio(PredictiveDistribution p, Target y) {
    if (p instanceof Laplace laplace) {
      return ofLaplace(laplace, Math.abs(((RealVector) y).get(0) - laplace.location()));
    }
    if (p instanceof Normal normal) {
      return ofNormal(normal, (RealVector) y);
    }
    if (!(p instanceof Categorical categorical)) {
      return new LocationScale(0, Math.sqrt(temperature)).logRatio(p, y);
    }
    double of = categorical.probability(((ClassLabel) y).index());
    if (of == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double exponent = 1 / temperature;
    double top = categorical.probability(categorical.argmax());
    double sum = 0;
    for (int k = 0; k < categorical.classes(); k++) {
      sum += Math.pow(categorical.probability(k) / top, exponent);
    }
    return exponent * Math.log(of / top) - Math.log(of) - Math.log(sum);
  }

  /** The recalibrated prediction p<sup>1/T</sup>, normalised. */
  public Categorical recalibrate(Categorical p) {
    double top = p.probability(p.argmax());
    double[] q = new double[p.classes()];
    double sum = 0;
    for (int k = 0; k < q.length; k++) {
      q[k] = Math.pow(p.probability(k) / top, 1 / temperature);
      sum += q[k];
    }
    for (int k = 0; k < q.length; k++) {
      q[k] /= sum;
    }
    return Categorical.of(q);
  }

  private double ofNormal(Normal p, RealVector y) {
    StandardizedResidual residual = StandardizedResidual.exact();
    residual.set(p, y);
    if (residual.isImpossible()) {
      return Double.POSITIVE_INFINITY;
    }
    double squared = residual.squaredLength();
    return ((squared - squared / temperature) - residual.rank() * Math.log(temperature)) / 2;
  }

  private double ofLaplace(Laplace p, double distance) {
    if (p.scale() == 0) {
      return distance == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    double scales = Math.min(Double.MAX_VALUE, distance / p.scale());
    return scales * (1 - 1 / temperature) - Math.log(temperature);
  }

  @Override
  public String describe() {
    if (temperature == 1) {
      return "as predicted";
    }
    return (temperature > 1 ? "over-confident" : "under-confident")
        + ": temperature "
        + Parameters.inWords(temperature, 1);
  }
}
