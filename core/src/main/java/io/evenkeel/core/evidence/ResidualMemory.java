package io.evenkeel.core.evidence;

import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.NoncentralChiSquared;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.moments.BlockSkce;
import io.evenkeel.core.moments.Cme;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.score.Interval;
import io.evenkeel.core.sequential.SummedBernstein;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What is remembered of the kernel residuals of earlier panes, to bet on the next one and to bound
 * the SKCE: mutable.
 *
 * <p>Layout: the number of labels n; the number of pairs, Σh and Σh² of the block-2 SKCE; Σζ of all
 * panes (J); Σζ of panes that fade, each pane leaving {@value #FADING} of those before it (J),
 * which follows changes; the upper triangle of Σ Cov₀(ζ | p), row by row.
 */
final class ResidualMemory {
  static final double FADING = 0.9;

  /** |h| ≤ 2 for kernels with values in [0, 1]. */
  private static final double LARGEST_RESIDUAL = 2;

  private static final int PAIRS = 1;
  private static final int RESIDUALS = 4;

  private final Profile profile;
  private final int size;
  private final double[] numbers;

  private ResidualMemory(Profile profile, double[] numbers) {
    this.profile = profile;
    this.size = profile.locations().size();
    this.numbers = numbers;
  }

  /** The memory with the given numbers, or an empty one if they are of another profile. */
  static ResidualMemory read(Profile profile, double... numbers) {
    int length = length(profile.locations().size());
    return new ResidualMemory(
        profile, numbers.length == length ? numbers.clone() : new double[length]);
  }

  private static int length(int locations) {
    return RESIDUALS + 2 * locations + locations * (locations + 1) / 2;
  }

  /** The numbers. */
  double[] toArray() {
    return numbers.clone();
  }

  /** The profile whose test locations are meant. */
  Profile profile() {
    return profile;
  }

  /** The number of its numbers. */
  int length() {
    return numbers.length;
  }

  /** Forgets all panes. */
  void clear() {
    Arrays.fill(numbers, 0);
  }

  boolean isEmpty() {
    return numbers[0] == 0;
  }

  /** Whether a pane is of the same profile. */
  boolean isOf(Sketch pane) {
    return profile.equals(pane.plan().profile().orElse(null));
  }

  /** Learns from a pane, unless that is of another profile. */
  void add(Sketch pane) {
    if (isOf(pane)) {
      pane.cme().filter(cme -> cme.weight() > 0).ifPresent(this::add);
      pane.blockSkce().ifPresent(this::add);
    }
  }

  /** The bets along all that was seen. */
  KernelBet bet() {
    return along(RESIDUALS);
  }

  /** The bets along what was seen lately. */
  KernelBet betOnLately() {
    return along(RESIDUALS + size);
  }

  private KernelBet along(int from) {
    double[] residuals = new double[size];
    System.arraycopy(numbers, from, residuals, 0, size);
    return KernelBet.of(profile, residuals, numbers[0], covariance());
  }

  /** Σ Cov₀(ζ | p). */
  private double[][] covariance() {
    double[][] covariance = new double[size][size];
    int at = RESIDUALS + 2 * size;
    for (int i = 0; i < size; i++) {
      for (int j = i; j < size; j++) {
        covariance[i][j] = numbers[at];
        covariance[j][i] = numbers[at++];
      }
    }
    return covariance;
  }

  /** The interval for the SKCE at all times. */
  Interval skce(double alpha) {
    return new SummedBernstein(LARGEST_RESIDUAL, alpha)
        .interval((long) numbers[PAIRS], numbers[PAIRS + 1], numbers[PAIRS + 2]);
  }

  /**
   * The upper confidence limit, at level 1 − α, of the largest mean of a residual in its standard
   * deviations if calibrated: of the root of the noncentrality per label of {@link CmeTest}'s
   * statistic. 0 without labels.
   */
  double largestMean(double alpha) {
    double n = numbers[0];
    if (n == 0) {
      return 0;
    }
    TestResult test = test();
    return test.degenerate()
        ? 0
        : Math.sqrt(NoncentralChiSquared.upperLimit(test.rank(), test.statistic(), alpha) / n);
  }

  private TestResult test() {
    double n = numbers[0];
    double[] mean = new double[size];
    double[][] covariance = covariance();
    for (int i = 0; i < size; i++) {
      mean[i] = numbers[RESIDUALS + i] / n;
      for (int j = 0; j < size; j++) {
        covariance[i][j] /= n;
      }
    }
    return CmeTest.withDefaults().test(mean, covariance, (long) n);
  }

  /** The p-value of {@link CmeTest} for all that is remembered; 1 without labels. */
  double pValue() {
    return isEmpty() ? 1 : test().pValue();
  }

  /** The upper confidence limit of the SKCE at level 1 − α; 0 below two pairs. */
  double largestSkce(double alpha) {
    double pairs = numbers[PAIRS];
    if (pairs < 2) {
      return 0;
    }
    double mean = numbers[PAIRS + 1] / pairs;
    double variance = (numbers[PAIRS + 2] - pairs * mean * mean) / (pairs - 1);
    return mean
        + TDistribution.of(pairs - 1).inverseSurvivalProbability(alpha)
            * Math.sqrt(Math.max(0, variance) / pairs);
  }

  /** Learns from the pairs of a pane. */
  void add(BlockSkce pane) {
    if (pane.blocks() > 0) {
      numbers[PAIRS] += pane.blocks();
      numbers[PAIRS + 1] += pane.blocks() * pane.estimate();
      numbers[PAIRS + 2] += pane.blocks() * pane.secondMoment();
    }
  }

  /** Learns from the mean embedding of a pane. */
  void add(Cme pane) {
    double weight = pane.weight();
    numbers[0] += weight;
    int at = RESIDUALS + 2 * size;
    for (int i = 0; i < size; i++) {
      double residual = weight * pane.mean(i);
      numbers[RESIDUALS + i] += residual;
      numbers[RESIDUALS + size + i] = FADING * numbers[RESIDUALS + size + i] + residual;
      for (int j = i; j < size; j++) {
        numbers[at++] += weight * pane.nullCovariance(i, j);
      }
    }
  }
}
