package io.evenkeel.app.fuzz;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Distributions and targets of every kind, tame or with numbers that are finite and no more: what
 * is made here is valid. Mutable, the same for the same seed.
 */
public final class ExtremeEvents {
  /** The kinds of models. */
  public enum Kind {
    /** Two classes. */
    BINARY,
    /** Three classes. */
    CLASSES,
    /** A normal. */
    NORMAL,
    /** A Laplace. */
    LAPLACE,
    /** An ensemble of numbers. */
    ENSEMBLE,
    /** Quantiles. */
    QUANTILES,
    /** A Poisson or negative binomial distribution. */
    COUNTS,
    /** A mixture of a normal and a Laplace. */
    MIXTURE,
    /** Two independent normals. */
    INDEPENDENT,
    /** Two correlated normals. */
    CORRELATED,
    /** An ensemble of pairs. */
    PAIRS
  }

  private static final double[] NUMBERS = {
    0,
    -0.0,
    Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    1e308,
    -1e308,
    1e200,
    -1e200,
    2e154,
    1e100,
    1e-100,
    1e-155,
    1e-160,
    1e-308,
    1e20,
    1e-20,
    0.5,
    1
  };

  private final SplittableRandom random;

  /** All that follows from the seed. */
  public ExtremeEvents(long seed) {
    random = new SplittableRandom(seed);
  }

  static double number(SplittableRandom random) {
    return NUMBERS[random.nextInt(NUMBERS.length)];
  }

  /** A prediction of the kind with ordinary numbers. */
  public PredictiveDistribution tame(Kind kind) {
    return of(kind, false);
  }

  /**
   * A prediction of the kind with extreme numbers.
   *
   * @throws IllegalArgumentException if these are no distribution
   */
  public PredictiveDistribution wild(Kind kind) {
    return of(kind, true);
  }

  private PredictiveDistribution of(Kind kind, boolean wild) {
    return switch (kind) {
      case BINARY -> Categorical.of(probabilities(2, wild));
      case CLASSES -> Categorical.of(probabilities(3, wild));
      case NORMAL -> Normal.of(number(wild), positive(wild));
      case LAPLACE -> new Laplace(number(wild), positive(wild));
      case ENSEMBLE -> Ensemble.of(members(1, wild));
      case QUANTILES -> Quantiles.of(new double[] {0.1, 0.5, 0.9}, numbers(3, wild));
      case COUNTS ->
          random.nextBoolean()
              ? Counts.poisson(positive(wild))
              : Counts.negativeBinomial(positive(wild), positive(wild));
      case MIXTURE ->
          Mixture.of(
              new double[] {0.3, 0.7}, List.of(of(Kind.NORMAL, wild), of(Kind.LAPLACE, wild)));
      case INDEPENDENT ->
          Normal.diagonal(numbers(2, wild), new double[] {positive(wild), positive(wild)});
      case CORRELATED -> correlated(wild);
      case PAIRS -> Ensemble.of(members(2, wild));
    };
  }

  private Normal correlated(boolean wild) {
    double a = positive(wild);
    double b = positive(wild);
    double c = (random.nextDouble() - 0.5) * Math.sqrt(a) * Math.sqrt(b);
    return Normal.full(numbers(2, wild), new double[][] {{a, c}, {c, b}});
  }

  /** A target of the kind of model, extreme or not. */
  public RawTarget target(Kind kind, boolean wild) {
    return switch (kind) {
      case BINARY -> new RawTarget.Index(random.nextInt(2));
      case CLASSES -> new RawTarget.Index(random.nextInt(3));
      case INDEPENDENT, CORRELATED, PAIRS ->
          new RawTarget.Reals((RealVector) Target.of(numbers(2, wild)));
      case COUNTS -> new RawTarget.Real(Math.rint(positive(wild)));
      default -> new RawTarget.Real(number(wild));
    };
  }

  /** A number: of few that are extreme, or standard normal. */
  public double number(boolean wild) {
    return wild && random.nextInt(3) > 0 ? number(random) : random.nextDouble(-2, 2);
  }

  private double positive(boolean wild) {
    double number = Math.abs(number(wild));
    return number > 0 ? number : 1;
  }

  private double[] numbers(int n, boolean wild) {
    return IntStream.range(0, n).mapToDouble(i -> number(wild)).toArray();
  }

  private double[][] members(int d, boolean wild) {
    return IntStream.range(0, 4).mapToObj(i -> numbers(d, wild)).toArray(double[][]::new);
  }

  private double[] probabilities(int m, boolean wild) {
    double[] p =
        random
            .doubles(m, 0.05, 1)
            .map(u -> wild && random.nextBoolean() ? Math.pow(u, 1 + random.nextInt(300)) : u)
            .toArray();
    double sum = Arrays.stream(p).sum();
    return Arrays.stream(p).map(x -> x / sum).toArray();
  }
}
