package io.evenkeel.core.simulation;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.OrderedClasses;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.statistics.distribution.PoissonDistribution;

/**
 * Calibrated streams on which tests of calibration are known to fail: rare events, many classes,
 * certain predictions, scales over many orders, heavy tails, small ensembles, counts, and
 * predictions that follow one another.
 */
@SuppressWarnings("ImmutableEnumChecker") // the laws that the streams hold are immutable
enum HardStream {
  LOGIT_MINUS_7_SD_2(classes(2), binary(logits(-7, 2))),
  LOGIT_MINUS_7_SD_1(classes(2), binary(logits(-7, 1))),
  LOGIT_MINUS_5_SD_15(classes(2), binary(logits(-5, 1.5))),
  LOGIT_MINUS_4_SD_1(classes(2), binary(logits(-4, 1))),
  LOGIT_MINUS_3_SD_1(classes(2), binary(logits(-3, 1))),
  CONSTANT_001(classes(2), binary(random -> 0.001)),
  THREE_VALUES(classes(2), binary(random -> new double[] {0.001, 0.5, 0.999}[random.nextInt(3)])),
  DETERMINISTIC(classes(2), binary(random -> random.nextInt(2))),
  UNIFORM_P(classes(2), binary(UniformRandomProvider::nextDouble)),
  AUTOREGRESSIVE_P(classes(2), HardStream::autoregressive),
  CLASSES_10(classes(10), dirichlet(10, 0.5)),
  CLASSES_10_SPARSE(classes(10), dirichlet(10, 0.05)),
  CLASSES_100(classes(100), dirichlet(100, 0.5)),
  CLASSES_100_SPARSE(classes(100), dirichlet(100, 0.01)),
  CLASSES_1000_SPARSE(classes(1000), dirichlet(1000, 0.005)),
  NORMAL(TargetSpace.reals(1), drawn(r -> Normal.of(r.nextDouble(), 0.1))),
  NORMAL_SD_SIX_ORDERS(
      TargetSpace.reals(1), drawn(r -> Normal.of(0, Math.pow(10, r.nextDouble(-3, 3))))),
  NORMAL_TINY(TargetSpace.reals(1), drawn(r -> Normal.of(1e-9 * r.nextDouble(), 1e-10))),
  NORMAL_HUGE(TargetSpace.reals(1), drawn(r -> Normal.of(1e9 * r.nextDouble(), 1e8))),
  NORMAL_CAUCHY_MEANS(
      TargetSpace.reals(1), drawn(r -> Normal.of(Math.tan(Math.PI * (r.nextDouble() - 0.5)), 1))),
  NORMAL_D_3_CORRELATED(TargetSpace.reals(3), drawn(HardStream::correlated)),
  NORMAL_D_10(TargetSpace.reals(10), drawn(Stream.normals(10)::draw)),
  NORMAL_D_50(TargetSpace.reals(50), drawn(Stream.normals(50)::draw)),
  LAPLACE(TargetSpace.reals(1), drawn(r -> new Laplace(r.nextDouble(-2, 2), 0.5))),
  MIXTURE(TargetSpace.reals(1), drawn(HardStream::mixture)),
  ENSEMBLE_5(TargetSpace.reals(1), ensembles(5, z -> z)),
  ENSEMBLE_20(TargetSpace.reals(1), ensembles(20, z -> z)),
  ENSEMBLE_5_TIES(TargetSpace.reals(1), ensembles(5, Math::rint)),
  ENSEMBLE_5_RAIN(TargetSpace.reals(1), ensembles(5, z -> Math.max(0, z))),
  QUANTILES_3(TargetSpace.reals(1), quantiles(1.2815515655446004, false)),
  QUANTILES_3_HEAVY(TargetSpace.reals(1), quantiles(1.637744353696, true)),
  QUANTILES_RAIN(TargetSpace.reals(1), HardStream::rainQuantiles),
  QUANTILES_COUNTS(TargetSpace.reals(1), countQuantiles(1.5, 0.5)),
  QUANTILES_COUNTS_MANY(TargetSpace.reals(1), countQuantiles(3.5, 0.5)),
  QUANTILES_COUNTS_FEW(TargetSpace.reals(1), countQuantiles(-0.9, 0.3)),
  POISSON_RARE(TargetSpace.reals(1), drawn(r -> Counts.poisson(aboutOne(0.05, r)))),
  POISSON(TargetSpace.reals(1), drawn(r -> Counts.poisson(aboutOne(3, r)))),
  POISSON_LARGE(TargetSpace.reals(1), drawn(r -> Counts.poisson(aboutOne(200, r)))),
  NEGATIVE_BINOMIAL(
      TargetSpace.reals(1), drawn(r -> Counts.negativeBinomial(aboutOne(10, r), 0.3))),
  ORDERED_3(TargetSpace.reals(1), ordered(3)),
  ORDERED_5(TargetSpace.reals(1), ordered(5)),
  ORDERED_10(TargetSpace.reals(1), ordered(10));

  private static final double[] LEVELS = {0.1, 0.5, 0.9};
  private static final double[] OF_RAIN = {0.05, 0.25, 0.5, 0.75, 0.95};

  private final TargetSpace space;
  private final Function<UniformRandomProvider, Supplier<Observation>> law;

  HardStream(TargetSpace space, Function<UniformRandomProvider, Supplier<Observation>> law) {
    this.space = space;
    this.law = law;
  }

  TargetSpace space() {
    return space;
  }

  /** The stream with the given source of randomness, from its beginning. */
  Supplier<Observation> from(UniformRandomProvider random) {
    return law.apply(random);
  }

  private static TargetSpace classes(int m) {
    return TargetSpace.classes(m);
  }

  /** From half to twice the mean. */
  private static double aboutOne(double mean, UniformRandomProvider random) {
    return mean * Math.pow(2, random.nextDouble(-1, 1));
  }

  private static Function<UniformRandomProvider, Supplier<Observation>> ordered(int m) {
    Stream.Law law = Stream.dirichlet(m, 0.5);
    return drawn(random -> new OrderedClasses(m).in(law.draw(random)));
  }

  private static double logistic(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  private static ToDoubleFunction<UniformRandomProvider> logits(double mean, double sd) {
    return random -> logistic(mean + sd * ZigguratSampler.NormalizedGaussian.of(random).sample());
  }

  private static Function<UniformRandomProvider, Supplier<Observation>> binary(
      ToDoubleFunction<UniformRandomProvider> law) {
    return drawn(
        random -> {
          double p = law.applyAsDouble(random);
          return Categorical.of(1 - p, p);
        });
  }

  private static Supplier<Observation> autoregressive(UniformRandomProvider random) {
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    double[] state = {gaussian.sample()};
    return binary(
            r -> {
              state[0] = 0.95 * state[0] + Math.sqrt(1 - 0.95 * 0.95) * gaussian.sample();
              return logistic(state[0] - 1);
            })
        .apply(random);
  }

  private static Function<UniformRandomProvider, Supplier<Observation>> dirichlet(
      int m, double alpha) {
    Stream.Law law = Stream.dirichlet(m, alpha);
    return drawn(law::draw);
  }

  /** Targets drawn from the predictions. */
  private static Function<UniformRandomProvider, Supplier<Observation>> drawn(
      Function<UniformRandomProvider, PredictiveDistribution> law) {
    return random -> {
      TargetSampler sampler = new TargetSampler(random);
      return () -> {
        PredictiveDistribution p = law.apply(random);
        return new Observation(p, sampler.draw(p));
      };
    };
  }

  /** Three numbers whose predicted correlation is 0.6. */
  private static PredictiveDistribution correlated(UniformRandomProvider random) {
    double c = random.nextDouble();
    double[][] covariance = {{1, 0.6, 0.6}, {0.6, 1, 0.6}, {0.6, 0.6, 1}};
    return Normal.full(new double[] {c, c, c}, covariance);
  }

  private static PredictiveDistribution mixture(UniformRandomProvider random) {
    double at = random.nextDouble(-2, 2);
    double w = random.nextDouble(0.01, 0.99);
    return Mixture.of(new double[] {w, 1 - w}, List.of(Normal.of(at, 0.3), Normal.of(at + 3, 1)));
  }

  /** Members and target could change places; the centre moves, and so does the spread. */
  private static Function<UniformRandomProvider, Supplier<Observation>> ensembles(
      int n, DoubleUnaryOperator rounding) {
    return random -> {
      ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
      return () -> {
        double centre = 3 * gaussian.sample();
        double[] members = new double[n];
        for (int i = 0; i < n; i++) {
          members[i] = rounding.applyAsDouble(centre + gaussian.sample());
        }
        return new Observation(
            Ensemble.of(members), Target.of(rounding.applyAsDouble(centre + gaussian.sample())));
      };
    };
  }

  /** Three quantiles that are right, of a normal law or of Student's with 3 degrees of freedom. */
  private static Function<UniformRandomProvider, Supplier<Observation>> quantiles(
      double outer, boolean heavy) {
    return random -> {
      ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
      DoubleSupplier noise = () -> heavy ? student(gaussian) : gaussian.sample();
      return () -> {
        double centre = gaussian.sample();
        double[] values = {centre - outer, centre, centre + outer};
        return new Observation(
            Quantiles.of(LEVELS, values), Target.of(centre + noise.getAsDouble()));
      };
    };
  }

  /** Quantiles that are right, of an amount that is 0 as often as not. */
  private static Supplier<Observation> rainQuantiles(UniformRandomProvider random) {
    ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
    return () -> {
      double centre = gaussian.sample();
      double sd = random.nextDouble(0.5, 1.5);
      return new Observation(
          rain(centre, sd, OF_RAIN), Target.of(Math.max(0, centre + sd * gaussian.sample())));
    };
  }

  /** The quantiles of what is above 0 of a normal distribution. */
  private static Quantiles rain(double centre, double sd, double... levels) {
    double[] values =
        Arrays.stream(levels)
            .map(level -> Math.max(0, centre + sd * StandardNormal.quantile(level)))
            .toArray();
    return Quantiles.of(levels, values);
  }

  /** The quantiles of counts, which are right: targets often equal one. */
  private static Function<UniformRandomProvider, Supplier<Observation>> countQuantiles(
      double logMean, double logSd) {
    return random -> {
      ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
      return () -> {
        PoissonDistribution law =
            PoissonDistribution.of(Math.exp(logMean + logSd * gaussian.sample()));
        double[] values = Arrays.stream(LEVELS).map(law::inverseCumulativeProbability).toArray();
        double y = law.inverseCumulativeProbability(random.nextDouble());
        return new Observation(Quantiles.of(LEVELS, values), Target.of(y));
      };
    };
  }

  private static double student(ZigguratSampler.NormalizedGaussian gaussian) {
    double squares = 0;
    for (int i = 0; i < 3; i++) {
      double z = gaussian.sample();
      squares += z * z;
    }
    return gaussian.sample() / Math.sqrt(squares / 3);
  }

  /** The next n observations. */
  static List<Observation> next(Supplier<Observation> stream, int n) {
    List<Observation> observations = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      observations.add(stream.get());
    }
    return observations;
  }
}
