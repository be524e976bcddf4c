package io.evenkeel.app.simulate;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Normal;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Normal predictions with a standard normal mean m and a log-normal standard deviation s (median 1,
 * standard deviation of the logarithm 1/2).
 *
 * <p>The target is m + s Z with Z standard normal; after the change it is m + s (location + scale
 * Z), while the prediction stays: biased low by a positive location, too narrow by a scale above 1.
 * A target above the predicted mean is the positive outcome.
 *
 * @param location shift of the targets after the change, in predicted standard deviations; 0 for
 *     none
 * @param scale factor of the targets' standard deviation after the change, positive; 1 for none
 * @param covariateShift added to the predicted means after the change: other cases come, and the
 *     model is as good for them; 0 for none
 */
public record NormalLaw(double location, double scale, double covariateShift) implements Law {
  private static final double SPREAD_OF_LOG = 0.5;

  /** Checks the parameters. */
  public NormalLaw {
    Checks.finite("location shift", location);
    Checks.positive("scale", scale);
    Checks.finite("covariate shift", covariateShift);
  }

  @Override
  public Sampler sampler(UniformRandomProvider random) {
    ContinuousSampler z = ZigguratSampler.NormalizedGaussian.of(random);
    return changed -> {
      double mean = z.sample() + (changed ? covariateShift : 0);
      double standardDeviation = Math.exp(SPREAD_OF_LOG * z.sample());
      double residual = changed ? location + scale * z.sample() : z.sample();
      double target = mean + standardDeviation * residual;
      return new Draw(
          Normal.of(mean, standardDeviation), new RawTarget.Real(target), target > mean);
    };
  }
}
