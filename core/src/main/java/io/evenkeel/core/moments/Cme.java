package io.evenkeel.core.moments;

import io.evenkeel.core.internal.SampleMoments;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.profile.TestLocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The calibration mean embedding of n observations at J test locations: the mean of ζ, its
 * empirical covariance, and the covariance that it has, given the predictions, if they are
 * calibrated. (Widmann et al. 2021, appendix C.)
 */
public final class Cme {
  /**
   * What cancellation leaves of a variance of 0 computed from sums, relative to the mean square.
   */
  private static final double CANCELLATION = 1e-13;

  private final double weight;
  private final double[] mean;
  private final double[] covariance;
  private final double[] nullCovariance;
  private final double[] fourthMoments;
  private final double smallestVariance;

  private Cme(
      double weight,
      double[] mean,
      double[] covariance,
      double[] nullCovariance,
      double[] fourthMoments,
      double smallestVariance) {
    this.weight = weight;
    this.mean = mean;
    this.covariance = covariance;
    this.nullCovariance = nullCovariance;
    this.fourthMoments = fourthMoments;
    this.smallestVariance = smallestVariance;
  }

  /** The embedding from the sums that {@link CmeMoments} keeps. */
  static Cme ofSums(int size, double[] block, int offset) {
    double n = block[offset];
    int products = offset + 1 + size;
    int covariances = products + Triangle.length(size);
    double[] mean = new double[size];
    double[] covariance = new double[Triangle.length(size)];
    double[] nullCovariance = new double[Triangle.length(size)];
    double largest = 0;
    for (int j = 0; j < size; j++) {
      mean[j] = block[offset + 1 + j] / n;
      largest = Math.max(largest, block[products + Triangle.row(j, size) + j] / n);
    }
    for (int i = 0; i < size; i++) {
      for (int j = i; j < size; j++) {
        int at = Triangle.row(i, size) + j;
        covariance[at] = (block[products + at] - n * mean[i] * mean[j]) / (n - 1);
        nullCovariance[at] = block[covariances + at] / n;
      }
    }
    int fourths = covariances + Triangle.length(size);
    double[] fourthMoments = Arrays.copyOfRange(block, fourths, fourths + size);
    for (int j = 0; j < size; j++) {
      fourthMoments[j] /= n;
    }
    return new Cme(
        OutcomeCounts.sum(n),
        mean,
        covariance,
        nullCovariance,
        fourthMoments,
        CANCELLATION * largest);
  }

  /**
   * The embedding of a sample, its empirical covariance in two passes. O(nJ²) evaluations of the
   * target kernel's product expectation.
   *
   * @param kernel k
   * @param locations the J &ge; 1 test locations
   * @param sample n observations
   */
  public static Cme of(TensorKernel kernel, List<TestLocation> locations, Observations sample) {
    CmeMoments moments = new CmeMoments(kernel, locations);
    double[] sums = new double[moments.length()];
    AdditiveStatistic.Accumulator accumulator = moments.accumulator(sums, 0);
    List<double[]> features = new ArrayList<>();
    for (int i = 0; i < sample.size(); i++) {
      if (moments.takes(sample.prediction(i))) {
        accumulator.add(sample.prediction(i), sample.target(i), 1);
        features.add(moments.features(sample.prediction(i), sample.target(i)));
      }
    }
    Cme streamed = ofSums(locations.size(), sums, 0);
    if (features.isEmpty()) {
      return streamed;
    }
    SampleMoments empirical = SampleMoments.of(features.toArray(double[][]::new));
    return new Cme(
        features.size(),
        streamed.mean,
        Triangle.pack(empirical.covariance()),
        streamed.nullCovariance,
        streamed.fourthMoments,
        empirical.smallestVariance());
  }

  /** The number of observations: the whole number below their weight. */
  public long n() {
    return OutcomeCounts.whole(weight);
  }

  /** The sum of the weights of the observations; their number if each counts fully. */
  public double weight() {
    return weight;
  }

  /** The number of test locations J. */
  public int locations() {
    return mean.length;
  }

  /** The mean of ζ<sub>j</sub>, NaN without observations. */
  public double mean(int j) {
    return mean[j];
  }

  /** The empirical covariance of ζ<sub>i</sub> and ζ<sub>j</sub>, with denominator n − 1. */
  public double covariance(int i, int j) {
    return packed(covariance, i, j);
  }

  /** The mean of ζ<sub>i</sub>ζ<sub>j</sub>. */
  public double secondMoment(int i, int j) {
    long n = n();
    double products = n < 2 ? 0 : covariance(i, j) * (n - 1) / n;
    return products + mean[i] * mean[j];
  }

  /** The mean over the observations of Cov₀(ζ<sub>i</sub>, ζ<sub>j</sub>) given the prediction. */
  public double nullCovariance(int i, int j) {
    return packed(nullCovariance, i, j);
  }

  /**
   * How many observations ζ<sub>j</sub> counts: (Σ Var₀)² / Σ E₀ζ<sub>j</sub>⁴, the sums over the
   * observations. The excess kurtosis of its mean under calibration is at most the inverse. Of n
   * observations with one even chance each it is n; of rare events it is about the number expected
   * near the location. 0 without variance.
   */
  public double effectiveSize(int j) {
    double variance = nullCovariance(j, j);
    return variance > 0 && fourthMoments[j] > 0
        ? n() * (variance / fourthMoments[j]) * variance
        : 0;
  }

  /** An empirical variance up to this cannot be distinguished from 0. */
  public double smallestVariance() {
    return smallestVariance;
  }

  /** What each test location with a null variance says, those that say most first. */
  public List<Contribution> contributions() {
    List<Contribution> contributions = new ArrayList<>();
    for (int j = 0; j < mean.length; j++) {
      double error = Math.sqrt(nullCovariance(j, j) / n());
      if (error > 0) {
        contributions.add(new Contribution(j, mean[j], error));
      }
    }
    contributions.sort(Comparator.comparingDouble(c -> -Math.abs(c.score())));
    return contributions;
  }

  /** The UCME, squared: the mean over the locations of the squared mean of ζ. Biased upwards. */
  public double ucme2() {
    double sum = 0;
    for (double value : mean) {
      sum += value * value;
    }
    return sum / mean.length;
  }

  private double packed(double[] triangle, int i, int j) {
    return triangle[Triangle.row(Math.min(i, j), mean.length) + Math.max(i, j)];
  }
}
