package io.evenkeel.core.simulation;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Faults that the grid of recalibrations does not express, beside some that it does: which bets see
 * them, and how many labels the evidence may need in the median, without tolerance and beyond 0.02.
 */
@SuppressWarnings("ImmutableEnumChecker") // the laws that the faults hold are immutable
enum BlindSpot {
  MIDDLE_TENTH(Seen.RELIABILITY, binary(p -> p > 0.4 && p < 0.6 ? p + 0.1 : p), 0.0041, 3800, 4200),
  SINE_4(Seen.RELIABILITY, binary(p -> p + 0.05 * Math.sin(4 * Math.PI * p)), 0.0044, 4200, 5000),
  SINE_8(Seen.RELIABILITY, binary(p -> p + 0.05 * Math.sin(8 * Math.PI * p)), 0.0050, 4200, 6000),
  TEMPERATURE(Seen.GRID, binary(p -> tempered(p, 0.8)), 0.0076, 2200, 2900),
  CYCLIC(Seen.KERNEL, classes(3, 1, BlindSpot::cyclic), 0.0127, 2000, 3000),
  FLIPPED(Seen.NOISE, binary(p -> 0.97 * p + 0.03 * (1 - p)), 0.003, 4500, 5500),
  POSITIVES_LOST(Seen.NOISE, binary(p -> 0.98 * p), 0.0009, 10_500, 14_000),
  MISLABELLED(Seen.NOISE, classes(10, 0.5, BlindSpot::mislabelled), 0.008, 3800, 4500),
  RARE_SWAPPED(
      Seen.NOISE, classes(100, 0.1, BlindSpot::rare, BlindSpot::swapped), 0.0438, 1300, 1300),
  NEVER_COMES(Seen.NOISE, classes(100, 0.1, BlindSpot::neverComes), 0.1, 400, 400),
  T_5(Seen.SHAPE, number((c, r) -> student5(r)), 0.047, 500, 500),
  TWO_BUMPS(
      Seen.SHAPE,
      number((c, r) -> 0.6 * gauss(r) + (r.nextBoolean() ? 0.8 : -0.8)),
      0.038,
      600,
      600),
  SKEWED(Seen.SHAPE, number((c, r) -> skewed(r)), 0.021, 900, 900),
  SD_BY_MEAN(Seen.CELLS, number((c, r) -> (c < 0.5 ? 0.8 : 1.25) * gauss(r)), 0.051, 600, 600),
  SHIFTED(Seen.GRID, number((c, r) -> 0.2 + gauss(r)), 0.02, 700, 800),
  NARROWER(Seen.GRID, number((c, r) -> 0.8 * gauss(r)), 0.043, 400, 400),
  CORRELATED_TWO(Seen.JOINT, numbers(2, z -> correlated(z, 0.3)), 0.047, 400, 400),
  CORRELATED_TEN(Seen.JOINT, numbers(10, z -> correlated(z, 0.2)), 0.489, 200, 200),
  FIVE_UP_FIVE_DOWN(Seen.JOINT, numbers(10, BlindSpot::fiveUpFiveDown), 0.05, 600, 600),
  ONE_MEAN(Seen.JOINT, numbers(10, z -> z[3] += 0.3), 0.045, 450, 600),
  ONE_SCALE(Seen.JOINT, numbers(10, z -> z[3] *= 1.3), 0.083, 300, 300),
  CLASS_BY_FEATURE(Seen.FEATURES, binaryWithFeatures(0.5), 0.0051, 3500, 3800),
  NUMBER_BY_FEATURE(Seen.FEATURES, numberWithFeatures(0.3), 0.0113, 1900, 2400);

  /** What sees a fault. */
  enum Seen {
    /** Recalibrations of the grid. */
    GRID,
    /** Bets on residuals of the mean embedding. */
    KERNEL,
    /** On the reliability curve. */
    RELIABILITY,
    /** On noise in labels. */
    NOISE,
    /** On the shape of distributions. */
    SHAPE,
    /** On cells of predictions. */
    CELLS,
    /** On the joint residuals of several numbers. */
    JOINT,
    /** On quarters of features. */
    FEATURES
  }

  /** This much evidence, in nats, is looked for at most. */
  private static final double LOOKED_FOR = 80;

  private final Seen seen;
  private final TargetSpace space;
  private final Function<UniformRandomProvider, Supplier<Observation>> law;
  private final double nats;
  private final int bar;
  private final int barBeyond;

  BlindSpot(Seen seen, Law law, double nats, int bar, int barBeyond) {
    this.seen = seen;
    this.space = law.space;
    this.law = law.law;
    this.nats = nats;
    this.bar = bar;
    this.barBeyond = barBeyond;
  }

  private record Law(
      TargetSpace space, Function<UniformRandomProvider, Supplier<Observation>> law) {}

  TargetSpace space() {
    return space;
  }

  /** What sees it. */
  Seen seen() {
    return seen;
  }

  /** The number of labels to try at most. */
  int atMost() {
    return (int) (LOOKED_FOR / nats);
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

  /**
   * The log-odds of predictions uniform on (0, 1) are shifted in the upper quarter of a feature.
   */
  private static Law binaryWithFeatures(double shift) {
    return new Law(
        TargetSpace.classes(2),
        random ->
            () -> {
              double p = random.nextDouble();
              Map<String, Double> features = features(random);
              double odds = p / (1 - p) * (isFaulty(features) ? Math.exp(shift) : 1);
              int y = random.nextDouble() < odds / (1 + odds) ? 1 : 0;
              return new Observation(Categorical.of(1 - p, p), Target.ofClass(y), features);
            });
  }

  /** N(c, 0.1²) predicted, and a residual that is shifted in the upper quarter of a feature. */
  private static Law numberWithFeatures(double shift) {
    return new Law(
        TargetSpace.reals(1),
        random ->
            () -> {
              double c = random.nextDouble();
              Map<String, Double> features = features(random);
              double y = c + 0.1 * (gauss(random) + (isFaulty(features) ? shift : 0));
              return new Observation(Normal.of(c, 0.1), Target.of(y), features);
            });
  }

  /** Five standard normal ones. */
  private static Map<String, Double> features(UniformRandomProvider random) {
    return IntStream.rangeClosed(1, 5)
        .boxed()
        .collect(Collectors.toMap(i -> "x" + i, i -> gauss(random)));
  }

  /** In the upper quarter of one. */
  private static boolean isFaulty(Map<String, Double> features) {
    return features.getOrDefault("x2", 0.0) > 0.6744897501960817;
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

  /** The true probabilities of m classes, where those of a symmetric Dirichlet are predicted. */
  private static Law classes(int m, double concentration, UnaryOperator<double[]> truth) {
    return classes(m, concentration, p -> p, truth);
  }

  /** The same where what is predicted is made of those. */
  private static Law classes(
      int m,
      double concentration,
      UnaryOperator<double[]> predicted,
      UnaryOperator<double[]> truth) {
    return new Law(
        TargetSpace.classes(m),
        random -> {
          Stream.Law law = Stream.dirichlet(m, concentration);
          return () -> {
            Categorical drawn = (Categorical) law.draw(random);
            double[] p = new double[m];
            Arrays.setAll(p, drawn::probability);
            double[] said = predicted.apply(p);
            int y = drawn(truth.apply(said), random.nextDouble());
            return new Observation(Categorical.of(said), Target.ofClass(y));
          };
        });
  }

  private static int drawn(double[] p, double u) {
    int k = 0;
    double sum = p[0];
    while (u >= sum && k < p.length - 1) {
      sum += p[++k];
    }
    return k;
  }

  /** Each class is likelier the more the next one is, by symmetry unseen of each class alone. */
  private static double[] cyclic(double... p) {
    int m = p.length;
    double[] q = new double[m];
    Arrays.setAll(q, k -> p[k] * (1 + 0.5 * (p[(k + 1) % m] - p[(k + m - 1) % m])));
    return q;
  }

  /** A tenth of the labels of class 3 say 4. */
  private static double[] mislabelled(double... p) {
    double[] q = p.clone();
    q[3] -= 0.1 * p[3];
    q[4] += 0.1 * p[3];
    return q;
  }

  /** Two of a hundred classes are a fifth as frequent as the others. */
  private static double[] rare(double... p) {
    double[] q = p.clone();
    q[98] *= 0.2;
    q[99] *= 0.2;
    double sum = Arrays.stream(q).sum();
    Arrays.setAll(q, k -> q[k] / sum);
    return q;
  }

  /** Each of the two comes as often as the model says of the other. */
  private static double[] swapped(double... p) {
    double[] q = p.clone();
    q[98] = p[99];
    q[99] = p[98];
    return q;
  }

  /** All labels of class 0 say 1. */
  private static double[] neverComes(double... p) {
    double[] q = p.clone();
    q[0] = 0;
    q[1] += p[0];
    return q;
  }

  /** N(c 1, 0.01 I) predicted for c uniform on (0, 1), and what becomes of standard residuals. */
  private static Law numbers(int d, Consumer<double[]> fault) {
    return new Law(
        TargetSpace.reals(d),
        random ->
            () -> {
              double c = random.nextDouble();
              double[] mean = new double[d];
              double[] variances = new double[d];
              double[] y = new double[d];
              Arrays.fill(mean, c);
              Arrays.fill(variances, 0.01);
              Arrays.setAll(y, i -> gauss(random));
              fault.accept(y);
              Arrays.setAll(y, i -> c + 0.1 * y[i]);
              return new Observation(Normal.diagonal(mean, variances), Target.of(y));
            });
  }

  private static void fiveUpFiveDown(double... z) {
    Arrays.setAll(z, i -> z[i] + (i < 5 ? 0.1 : -0.1));
  }

  /** (1 − ρ)I + ρ11ᵀ is the square of a(I + b11ᵀ) with a = √(1 − ρ). */
  private static void correlated(double[] z, double correlation) {
    int d = z.length;
    double a = Math.sqrt(1 - correlation);
    double b = (Math.sqrt(1 + d * correlation / (1 - correlation)) - 1) / d;
    double sum = Arrays.stream(z).sum();
    Arrays.setAll(z, i -> a * (z[i] + b * sum));
  }
}
