package io.evenkeel.core.calibration;

import io.evenkeel.core.score.Binning;
import java.util.Arrays;
import java.util.function.DoubleFunction;

/**
 * The calibration of scalar confidences, bin by bin: with n_m observations in bin m and mean
 * residual r̄_m (mean confidence minus the share that came true). NaN throughout if n = 0.
 *
 * <p>Source: Gruber and Bach, Section 2.5; the debiased squares after Kumar, Liang and Ma 2019.
 */
public final class BinnedCalibration {
  private final Binning binning;
  private final int n;
  private final int[] counts;
  private final double[] residuals;
  private final double[] squaredResiduals;
  private final double[] confidences;

  private BinnedCalibration(Binning binning, int n) {
    this.binning = binning;
    this.n = n;
    this.counts = new int[binning.bins()];
    this.residuals = new double[binning.bins()];
    this.squaredResiduals = new double[binning.bins()];
    this.confidences = new double[binning.bins()];
  }

  /**
   * The calibration of a sample of scalar confidences. O(n log M) time.
   *
   * @throws IllegalArgumentException if the sample is not one of confidences
   */
  public static BinnedCalibration of(ResidualSample sample, Binning binning) {
    if (sample.dimension() > 1) {
      throw new IllegalArgumentException(
          "bins need scalar confidences, got points of " + sample.dimension() + " coordinates");
    }
    BinnedCalibration calibration = new BinnedCalibration(binning, sample.size());
    int[] counts = calibration.counts;
    for (int i = 0; i < sample.size(); i++) {
      int bin = binning.bin(sample.point(i, 0));
      counts[bin]++;
      // Running means, so that equal residuals have a spread of exactly zero.
      double residual = sample.residual(i, 0);
      double before = residual - calibration.residuals[bin];
      calibration.residuals[bin] += before / counts[bin];
      calibration.squaredResiduals[bin] += before * (residual - calibration.residuals[bin]);
      calibration.confidences[bin] +=
          (sample.point(i, 0) - calibration.confidences[bin]) / counts[bin];
    }
    return calibration;
  }

  /** The functions on bins of equal width; the parameter is the number of bins. */
  public static DoubleFunction<CalibrationFunction> equalWidth(ResidualSample sample) {
    return bins -> of(sample, Binning.equalWidth((int) bins)).function();
  }

  /** The functions on bins of equal mass; the parameter is the number of bins. */
  public static DoubleFunction<CalibrationFunction> equalMass(ResidualSample sample) {
    double[] confidences = new double[sample.size()];
    for (int i = 0; i < confidences.length; i++) {
      confidences[i] = sample.point(i, 0);
    }
    Arrays.sort(confidences);
    return bins -> of(sample, Binning.equalMass((int) bins, confidences)).function();
  }

  /** n_m of each bin. */
  public int[] counts() {
    return counts.clone();
  }

  /** Σ n_m/n |r̄_m|: the expected calibration error ECE. */
  public double ece() {
    double sum = 0;
    for (int m = 0; m < counts.length; m++) {
      sum += share(m) * Math.abs(residuals[m]);
    }
    return sum;
  }

  /** max |r̄_m|: the maximum calibration error MCE; NaN if n = 0. */
  public double mce() {
    double largest = n > 0 ? 0 : Double.NaN;
    for (double residual : residuals) {
      largest = Math.max(largest, Math.abs(residual));
    }
    return largest;
  }

  /** Σ n_m/n r̄_m²: TCE₂², biased upwards by the noise of the bins. */
  public double squared() {
    double sum = 0;
    for (int m = 0; m < counts.length; m++) {
      sum += share(m) * residuals[m] * residuals[m];
    }
    return sum;
  }

  /**
   * Σ n_m/n (r̄_m² − a_m (1 − a_m)/(n_m − 1)) with a_m the share that came true, over bins with n_m
   * &ge; 2: debiased as if all confidences of a bin were the same; may be negative.
   */
  public double squaredDebiasedByLabels() {
    double sum = n > 0 ? 0 : Double.NaN;
    for (int m = 0; m < counts.length; m++) {
      if (counts[m] > 1) {
        double accuracy = confidences[m] - residuals[m];
        double noise = accuracy * (1 - accuracy) / (counts[m] - 1);
        sum += share(m) * (residuals[m] * residuals[m] - noise);
      }
    }
    return sum;
  }

  /**
   * Σ n_m/n (r̄_m² − s_m²/n_m) with s_m² the empirical variance of the residuals, over bins with
   * n_m &ge; 2: unbiased for each bin; may be negative.
   */
  public double squaredDebiased() {
    double sum = n > 0 ? 0 : Double.NaN;
    for (int m = 0; m < counts.length; m++) {
      if (counts[m] > 1) {
        double variance = squaredResiduals[m] / (counts[m] - 1);
        sum += share(m) * (residuals[m] * residuals[m] - variance / counts[m]);
      }
    }
    return sum;
  }

  /** The function h(x, x′) = r̄ of the bin of x times r̄ of the bin of x′. */
  public CalibrationFunction function() {
    return new MeanResiduals(
        at -> {
          double[][] means = new double[at.size()][];
          for (int i = 0; i < means.length; i++) {
            means[i] = new double[] {residuals[binning.bin(at.point(i, 0))]};
          }
          return means;
        });
  }

  private double share(int m) {
    return (double) counts[m] / n;
  }
}
