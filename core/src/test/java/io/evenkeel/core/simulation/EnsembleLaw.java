package io.evenkeel.core.simulation;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Ensembles whose members and targets are drawn from a centre and a spread that change from case to
 * case: calibrated if both are drawn alike.
 *
 * @param members the number of them
 * @param skew s of the noise exp(sz), or 0 for a normal one
 * @param follows whether the spread of targets follows that of members, or is 1
 * @param width of targets, in spreads
 * @param shape applied to members and targets
 */
record EnsembleLaw(
    int members, double skew, boolean follows, double width, DoubleUnaryOperator shape) {

  /** Members and targets alike. */
  static EnsembleLaw calibrated(int members, double skew, DoubleUnaryOperator shape) {
    return new EnsembleLaw(members, skew, true, 1, shape);
  }

  /** Observations, by a seed. */
  Supplier<Observation> stream(long seed) {
    UniformRandomProvider random = Lives.random(seed);
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    DoubleSupplier noise = () -> skew == 0 ? gaussian.sample() : Math.exp(skew * gaussian.sample());
    return () -> {
      double centre = 3 * gaussian.sample();
      double spread = Math.exp(0.5 * gaussian.sample());
      double[] drawn = new double[members];
      Arrays.setAll(drawn, i -> shape.applyAsDouble(centre + spread * noise.getAsDouble()));
      double off = width * (follows ? spread : 1) * noise.getAsDouble();
      return new Observation(Ensemble.of(drawn), Target.of(shape.applyAsDouble(centre + off)));
    };
  }
}
