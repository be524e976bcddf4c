package io.evenkeel.core.simulation;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Faults that the grid of recalibrations does not express, beside some that it does, and how many
 * labels the evidence may need in the median, without tolerance and beyond 0.02.
 */
@SuppressWarnings("ImmutableEnumChecker") // the laws that the faults hold are immutable
enum BlindSpot {
  MIDDLE_TENTH(binary(p -> p > 0.4 && p < 0.6 ? p + 0.1 : p), 10_000, 0.0041, 3800, 4200),
  SINE_4(binary(p -> p + 0.05 * Math.sin(4 * Math.PI * p)), 10_000, 0.0044, 4200, 5000),
  SINE_8(binary(p -> p + 0.05 * Math.sin(8 * Math.PI * p)), 10_000, 0.0050, 4200, 6000),
  TEMPERATURE(binary(p -> tempered(p, 0.8)), 5000, 0.0076, 2200, 2900),
  T_5(number((c, r) -> student5(r)), 3000, 0.047, 500, 500),
  TWO_BUMPS(
      number((c, r) -> 0.6 * gauss(r) + (r.nextBoolean() ? 0.8 : -0.8)), 3000, 0.038, 600, 600),
  SKEWED(number((c, r) -> skewed(r)), 4000, 0.021, 900, 900),
  SD_BY_MEAN(number((c, r) -> (c < 0.5 ? 0.8 : 1.25) * gauss(r)), 4000, 0.051, 600, 700),
  SHIFTED(number((c, r) -> 0.2 + gauss(r)), 3000, 0.02, 700, 800),
  NARROWER(number((c, r) -> 0.8 * gauss(r)), 2000, 0.043, 400, 400),
  FIVE_UP_FIVE_DOWN(TargetSpace.reals(10), BlindSpot::fiveUpFiveDown, 4000, 0.05, 600, 700);

  private final TargetSpace space;
  private final Function<UniformRandomProvider, Supplier<Observation>> law;
  private final int atMost;
  private final double nats;
  private final int bar;
  private final int barBeyond;

  BlindSpot(Law law, int atMost, double nats, int bar, int barBeyond) {
    this(law.space, law.law, atMost, nats, bar, barBeyond);
  }

  BlindSpot(
      TargetSpace space,
      Function<UniformRandomProvider, Supplier<Observation>> law,
      int atMost,
      double nats,
      int bar,
      int barBeyond) {
    this.space = space;
    this.law = law;
    this.atMost = atMost;
    this.nats = nats;
    this.bar = bar;
    this.barBeyond = barBeyond;
  }

  private record Law(
      TargetSpace space, Function<UniformRandomProvider, Supplier<Observation>> law) {}

  TargetSpace space() {
    return space;
  }

  /** The number of labels to try at most. */
  int atMost() {
    return atMost;
  }

  /** The Kullback-Leibler divergence of the predictions from the truth. */
  double nats() {
    return nats;
  }

  /** The largest median of labels. */
  int bar() {
    return bar;
  }

  /** The largest median of labels beyond the tolerance. */
  int barBeyond() {
    return barBeyond;
  }

  /** The stream with the given source of randomness. */
  Supplier<Observation> from(UniformRandomProvider random) {
    return law.apply(random);
  }

  /** Predictions uniform on (0, 1), and the probability that comes true. */
  private static Law binary(DoubleUnaryOperator truth) {
    return new Law(
        TargetSpace.classes(2),
        random ->
            () -> {
              double p = random.nextDouble();
              int y = random.nextDouble() < truth.applyAsDouble(p) ? 1 : 0;
              return new Observation(Categorical.of(1 - p, p), Target.ofClass(y));
            });
  }

  private static double tempered(double p, double slope) {
    return 1 / (1 + Math.pow((1 - p) / p, slope));
  }

  /** N(c, 0.1²) predicted for c uniform on (0, 1), and the residual in standard deviations. */
  private static Law number(ToDoubleBiFunction<Double, UniformRandomProvider> residual) {
    return new Law(
        TargetSpace.reals(1),
        random ->
            () -> {
              double c = random.nextDouble();
              double y = c + 0.1 * residual.applyAsDouble(c, random);
              return new Observation(Normal.of(c, 0.1), Target.of(y));
            });
  }

  private static double gauss(UniformRandomProvider random) {
    return ZigguratSampler.NormalizedGaussian.of(random).sample();
  }

  private static double gamma(UniformRandomProvider random, double shape) {
    return AhrensDieterMarsagliaTsangGammaSampler.of(random, shape, 1).sample();
  }

  /** Student's t with 5 degrees of freedom, with variance 1. */
  private static double student5(UniformRandomProvider random) {
    return Math.sqrt(0.6) * gauss(random) / Math.sqrt(2 * gamma(random, 2.5) / 5);
  }

  /** A gamma variable of shape 16, with mean 0 and variance 1. */
  private static double skewed(UniformRandomProvider random) {
    return gamma(random, 16) / 4 - 4;
  }

  private static Supplier<Observation> fiveUpFiveDown(UniformRandomProvider random) {
    return () -> {
      double c = random.nextDouble();
      double[] mean = new double[10];
      double[] variances = new double[10];
      double[] y = new double[10];
      for (int i = 0; i < 10; i++) {
        mean[i] = c;
        variances[i] = 0.01;
        y[i] = c + 0.1 * (gauss(random) + (i < 5 ? 0.1 : -0.1));
      }
      return new Observation(Normal.diagonal(mean, variances), Target.of(y));
    };
  }
}
