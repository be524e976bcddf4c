package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Exponentials;
import io.evenkeel.core.kernel.ExponentialKernel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.RealVector;
import java.util.Arrays;

/**
 * Rows for normals with independent coordinates under the Gaussian kernel exp(−γ‖y − z‖²) and an
 * exponential kernel of the 2-Wasserstein distance.
 */
final class NormalRows extends PiecewiseRows {
  private final ExponentialKernel kernel;
  private final double gamma;

  private final double[][][] means;
  private final double[][][] deviations;
  private final double[][][] targets;

  /** 2γ times the variances. */
  private final double[][][] spreads;

  /** 1 / (1 + 2γ times the variances), and in one coordinate the root of their product. */
  private final double[][][] shrinkages;

  private final double[][][] peaks;

  NormalRows(ExponentialKernel kernel, double gamma, Observations sample) {
    int n = sample.size();
    int d = n == 0 ? 0 : normal(sample, 0).dimension();
    this.kernel = kernel;
    this.gamma = gamma;
    this.means = pieces(n, d, (c, i) -> normal(sample, i).mean(c));
    this.deviations = pieces(n, d, (c, i) -> Math.sqrt(normal(sample, i).variance(c)));
    this.targets = pieces(n, d, (c, i) -> ((RealVector) sample.target(i)).get(c));
    this.spreads = pieces(n, d, (c, i) -> 2 * gamma * normal(sample, i).variance(c));
    this.shrinkages = pieces(n, d, (c, i) -> 1 / (1 + at(spreads, c, i)));
    this.peaks = pieces(n, 1, (c, i) -> peak(i));
  }

  private static Normal normal(Observations sample, int i) {
    return (Normal) sample.prediction(i);
  }

  private double peak(int i) {
    double product = 1;
    for (int c = 0; c < means[0].length; c++) {
      product *= at(shrinkages, c, i);
    }
    return Math.sqrt(product);
  }

  @Override
  void fill(int i, int piece, double[] h) {
    int d = means[piece].length;
    double[] term = new double[h.length];
    double[] scratch = new double[h.length];

    for (int c = 0; c < d; c++) {
      addSquares(at(targets, c, i), targets[piece][c], 1, term);
    }
    exponential(term, scratch);
    System.arraycopy(term, 0, h, 0, h.length);

    Arrays.fill(term, 0);
    for (int c = 0; c < d; c++) {
      addSquares(at(means, c, i), targets[piece][c], at(shrinkages, c, i), term);
    }
    exponential(term, scratch);
    double peak = at(peaks, 0, i);
    for (int j = 0; j < h.length; j++) {
      h[j] -= peak * term[j];
    }

    Arrays.fill(term, 0);
    for (int c = 0; c < d; c++) {
      addScaledSquares(at(targets, c, i), means[piece][c], shrinkages[piece][c], term);
    }
    exponential(term, scratch);
    double[] thosePeaks = peaks[piece][0];
    for (int j = 0; j < h.length; j++) {
      h[j] -= thosePeaks[j] * term[j];
    }
    addPredictions(i, piece, h, scratch);
    multiplyByKernel(i, piece, h, scratch);
  }

  /** E k(Z, Z′). */
  private void addPredictions(int i, int piece, double[] h, double[] scratch) {
    double[] term = new double[h.length];
    double[] scales = new double[h.length];
    double[] determinants = new double[h.length];
    Arrays.fill(determinants, 1);
    for (int c = 0; c < means[piece].length; c++) {
      double spread = 1 + at(spreads, c, i);
      double[] column = spreads[piece][c];
      for (int j = 0; j < h.length; j++) {
        scales[j] = 1 / (spread + column[j]);
      }
      addScaledSquares(at(means, c, i), means[piece][c], scales, term);
      for (int j = 0; j < h.length; j++) {
        determinants[j] *= scales[j];
      }
    }
    exponential(term, scratch);
    for (int j = 0; j < h.length; j++) {
      h[j] += term[j] * Math.sqrt(determinants[j]);
    }
  }

  private void multiplyByKernel(int i, int piece, double[] h, double[] scratch) {
    double[] term = new double[h.length];
    for (int c = 0; c < means[piece].length; c++) {
      addSquares(at(means, c, i), means[piece][c], 1, term);
      addSquares(at(deviations, c, i), deviations[piece][c], 1, term);
    }
    kernel.replaceSquaredDistances(term, h.length, scratch);
    for (int j = 0; j < h.length; j++) {
      h[j] *= term[j];
    }
  }

  private void exponential(double[] term, double[] scratch) {
    for (int j = 0; j < term.length; j++) {
      term[j] *= -gamma;
    }
    Exponentials.replace(term, term.length, scratch);
  }

  private static void addSquares(double x, double[] column, double scale, double[] term) {
    for (int j = 0; j < term.length; j++) {
      double difference = x - column[j];
      term[j] += scale * (difference * difference);
    }
  }

  private static void addScaledSquares(double x, double[] column, double[] scales, double[] term) {
    for (int j = 0; j < term.length; j++) {
      double difference = x - column[j];
      term[j] += scales[j] * (difference * difference);
    }
  }
}
