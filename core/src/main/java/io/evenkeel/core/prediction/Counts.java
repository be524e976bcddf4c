package io.evenkeel.core.prediction;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A distribution on consecutive integers, such as that of a count: Poisson, negative binomial, or
 * given by its probabilities.
 *
 * <p>Of a {@linkplain CountLaw law} it holds the integers on both sides of the mode up to where
 * less than {@value CountLaw#TAIL} of the probability is left on either side; a count beyond counts
 * with that probability. The others sum to one.
 *
 * <p>Probabilities and distribution function are exact to rounding. As a mixture it is made of up
 * to {@value #MOST_POINTS} weighted points: its integers if it has no more, so that whatever is
 * computed from them is exact, else the means of groups of neighbouring integers. The groups are
 * those of least variance (Panter and Dite 1951): of Poisson and negative binomial distributions
 * they miss less than 2e-4 of the variance.
 *
 * <p>Made in O(n) for n integers.
 */
public final class Counts implements Composite {
  /** The most probabilities that can be given. */
  public static final int MOST_PROBABILITIES = 4096;

  /** The most integers that a law may spread over. */
  public static final int MOST_INTEGERS = 65_536;

  /** The most points. */
  public static final int MOST_POINTS = 256;

  /** Farther from 0, neighbouring integers are one double. */
  private static final long FARTHEST = 1L << 52;

  private static final TargetSpace SPACE = TargetSpace.reals(1);

  private final long first;
  private final int integers;
  private final CountGroups groups;

  /** As they were given; null for a law. */
  private final double @Nullable [] probabilities;

  private final @Nullable CountLaw law;

  private Counts(
      long first, double[] p, double @Nullable [] probabilities, @Nullable CountLaw law) {
    this.first = first;
    this.integers = p.length;
    this.groups = CountGroups.of(p, MOST_POINTS);
    this.probabilities = probabilities;
    this.law = law;
  }

  /**
   * The distribution with given probabilities, renormalised when their sum is within 1e-6 of one.
   *
   * @param first the integer with the first probability, between &minus;2<sup>52</sup> and
   *     2<sup>52</sup>
   * @param p probabilities of consecutive integers: 1 to {@value #MOST_PROBABILITIES} numbers in
   *     [0, 1]
   * @throws IllegalArgumentException if there are none or too many, a number is NaN, infinite or
   *     negative, or the sum is farther from one
   */
  public static Counts of(long first, double... p) {
    return of(Categorical.DEFAULT_TOLERANCE, first, p);
  }

  /**
   * The same with another tolerance of the sum.
   *
   * @param tolerance how far from one the sum may be, in [1e-6, 1e-2]
   */
  public static Counts of(double tolerance, long first, double[] p) {
    if (p.length < 1 || p.length > MOST_PROBABILITIES) {
      throw new IllegalArgumentException(
          "1 to "
              + MOST_PROBABILITIES
              + " probabilities of integers are needed, got "
              + p.length
              + ": of more integers send poisson, negative_binomial, quantiles or normal");
    }
    if (!(first >= -FARTHEST && first <= FARTHEST)) {
      throw new IllegalArgumentException("first must lie within 2^52 of 0, got " + first);
    }
    double[] normalised = Probabilities.normalised("probabilities", tolerance, p);
    return new Counts(first, normalised, normalised, null);
  }

  /**
   * The Poisson distribution.
   *
   * @param mean finite and &ge; 0; zero is a point mass
   * @throws IllegalArgumentException also if it spreads over more than {@value #MOST_INTEGERS}
   *     integers: at a mean of about 1.6e7
   */
  public static Counts poisson(double mean) {
    return of(CountLaw.poisson(mean));
  }

  /**
   * The negative binomial distribution with variance mean + mean² / size.
   *
   * @param mean finite and &ge; 0; zero is a point mass
   * @param size finite and &ge; {@value CountLaw#SMALLEST_SIZE}: the reciprocal of the dispersion;
   *     the larger it is, the more like a Poisson distribution
   * @throws IllegalArgumentException also if it spreads over more than {@value #MOST_INTEGERS}
   *     integers
   */
  public static Counts negativeBinomial(double mean, double size) {
    return of(CountLaw.negativeBinomial(mean, size));
  }

  private static Counts of(CountLaw law) {
    return CountSupport.of(law, CountLaw.TAIL, MOST_INTEGERS)
        .map(support -> new Counts(support.first(), support.probabilities(), null, law))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    law
                        + " spreads over more than "
                        + MOST_INTEGERS
                        + " integers: send its quantiles, or a normal distribution if that is"
                        + " alike"));
  }

  /**
   * The probabilities of the same law, as far as less than a given probability is left on either
   * side; itself if there is no law, it reaches as far, or that would be more than {@value
   * #MOST_PROBABILITIES}.
   *
   * @param tail positive
   */
  public Counts reaching(double tail) {
    if (law == null || tail >= CountLaw.TAIL) {
      return this;
    }
    return CountSupport.of(law, tail, MOST_PROBABILITIES)
        .map(support -> new Counts(support.first(), support.probabilities(), null, law))
        .orElse(this);
  }

  /** The smallest integer that has a probability here. */
  public long first() {
    return first;
  }

  /** The largest integer that has a probability here. */
  public long last() {
    return first + integers - 1;
  }

  /** The number of integers from the first to the last. */
  public int size() {
    return integers;
  }

  /** The law that these are of; empty if the probabilities were given. */
  public Optional<CountLaw> law() {
    return Optional.ofNullable(law);
  }

  /** P(Z = y): 0 for all but the integers from the first to the last. O(1) on average. */
  public double probability(double y) {
    if (!isWithin(y) || y != Math.rint(y)) {
      return 0;
    }
    int i = (int) ((long) y - first);
    return sum(groups.of(i), i, i + 1);
  }

  /**
   * The probability that a target counts with: that of the {@linkplain #probability integer}, and
   * for all counts that a law holds possible at least {@value CountLaw#TAIL}.
   */
  public double likelihood(double y) {
    boolean isPossible = law != null && law.mean() > 0 && y >= 0 && y == Math.rint(y);
    return isPossible ? Math.max(CountLaw.TAIL, probability(y)) : probability(y);
  }

  /**
   * Whether a target can be one of what is counted: an integer, and not negative unless negative
   * integers have a probability. A count that has none is such a target, which the prediction held
   * impossible.
   */
  public boolean admits(double y) {
    return y == Math.rint(y) && (y >= 0 || first < 0);
  }

  private boolean isWithin(double y) {
    return y >= first && y <= last();
  }

  /** P(Z ≤ y). */
  double cdf(double y) {
    if (!isWithin(y)) {
      return y < first ? 0 : 1;
    }
    int i = (int) ((long) Math.floor(y) - first);
    int group = groups.of(i);
    return groups.below(group) + sum(group, groups.start(group), i + 1);
  }

  /** P(Z &gt; y), accurate where it is small. */
  double survival(double y) {
    if (!isWithin(y)) {
      return y < first ? 1 : 0;
    }
    int i = (int) ((long) Math.floor(y) - first);
    int group = groups.of(i);
    return sum(group, i + 1, groups.start(group + 1)) + groups.above(group);
  }

  /** The smallest integer y with P(Z ≤ y) ≥ level. */
  double quantile(double level) {
    int group = groups.atLevel(level);
    int end = groups.start(group + 1);
    int i = groups.start(group);
    double sum = groups.below(group);
    double p = i + 1 < end ? sum(group, i, i + 1) : 0;
    while (i + 1 < end && sum + p < level) {
      sum += p;
      p = next(i++, p);
    }
    return first + i;
  }

  /**
   * The quantile if the probability of each integer k were spread evenly from k − ½ to k + ½. It
   * moves with the probabilities, where the quantile itself stays at an integer.
   *
   * @param level in [0, 1]
   */
  public double smoothQuantile(double level) {
    double k = quantile(level);
    double at = probability(k);
    double within = at > 0 ? (level - cdf(k - 1)) / at : 0.5;
    return k - 0.5 + Math.max(0, Math.min(1, within));
  }

  /** The probability of the integers of a group from one to before another, by recurrence. */
  private double sum(int group, int from, int to) {
    int start = groups.start(group);
    if (from == start && to == groups.start(group + 1)) {
      return groups.weight(group);
    }
    double p = groups.leading(group);
    double sum = 0;
    for (int i = start; i < to; i++) {
      sum += i >= from ? p : 0;
      p = i + 1 < to ? next(i, p) : 0;
    }
    return sum;
  }

  /** The probability of the integer after the i-th, whose probability is p. */
  private double next(int i, double p) {
    return law == null
        ? Objects.requireNonNull(probabilities)[i + 1]
        : p * law.ratio((double) (first + i));
  }

  /** The mean. */
  public double mean() {
    double sum = 0;
    for (int i = 0; i < points(); i++) {
      sum += weight(i) * groups.centre(i);
    }
    return first + sum;
  }

  /** The number of points that stand for it in a mixture. */
  public int points() {
    return groups.size();
  }

  /** Point i, 0-based, in ascending order: an integer if {@link #areExact}. */
  public double point(int i) {
    return first + groups.centre(i);
  }

  /** The probability of point i. */
  public double weight(int i) {
    return groups.weight(i);
  }

  /** Whether each point is one integer. */
  public boolean areExact() {
    return groups.size() == integers;
  }

  /** The mixture of its points. O(number of points), which are made for each call. */
  @Override
  public Mixture mixture() {
    double[] weights = new double[points()];
    Normal[] parts = new Normal[weights.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = weight(i);
      parts[i] = Normal.of(point(i), 0);
    }
    return Mixture.of(weights, Arrays.asList(parts));
  }

  @Override
  public TargetSpace space() {
    return SPACE;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Counts that
        && first == that.first
        && Objects.equals(law, that.law)
        && Arrays.equals(probabilities, that.probabilities);
  }

  @Override
  public int hashCode() {
    return Objects.hash(first, law) * 31 + Arrays.hashCode(probabilities);
  }

  @Override
  public String toString() {
    return law == null
        ? "Counts(first " + first + ", probabilities " + Arrays.toString(probabilities) + ")"
        : law.toString();
  }
}
