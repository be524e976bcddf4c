package io.evenkeel.core.evidence;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.score.Binning;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A density of the probability integral transform that is constant in each of its bins, by its
 * logarithm: 0 everywhere if calibrated.
 *
 * <p>The likelihood ratio of a pane with N<sub>b</sub> targets in bin b is exp(Σ N<sub>b</sub> log
 * r<sub>b</sub>), exactly, whatever the predictions. A target whose transform is known only up to
 * an interval counts in parts, and the logarithm of a mean is at least the mean of the logarithms.
 */
final class PitDensity {
  static final Binning BINNING = ReliabilityMoments.PIT_BINNING;
  static final int BINS = BINNING.bins();
  private static final double[] WIDTHS =
      IntStream.range(0, BINS).mapToDouble(b -> BINNING.upper(b) - BINNING.lower(b)).toArray();

  private final double[] logs;
  private final double[] ratios;

  private PitDensity(double[] logs) {
    this.logs = logs;
    this.ratios = Arrays.stream(logs).map(Math::exp).toArray();
  }

  /** The density in proportion to the exponential of a curve over the bins. */
  static PitDensity ofCurve(double... curve) {
    double sum = 0;
    for (int b = 0; b < BINS; b++) {
      sum += WIDTHS[b] * Math.exp(curve[b]);
    }
    double log = Math.log(sum);
    return new PitDensity(Arrays.stream(curve).map(theta -> theta - log).toArray());
  }

  /** The density with masses in the bins, of which a share is spread evenly over all. */
  static PitDensity ofMasses(double evenly, double... masses) {
    double all = Arrays.stream(masses).sum();
    double[] curve = new double[BINS];
    for (int b = 0; b < BINS; b++) {
      curve[b] = Math.log(evenly + (1 - evenly) * masses[b] / all / WIDTHS[b]);
    }
    return ofCurve(curve);
  }

  /** How many targets of a pane are in each bin, by their weight in evidence. */
  static double[] counts(Sketch pane) {
    double weight = pane.meanWeight();
    return Arrays.stream(pane.pit()).map(count -> weight * count).toArray();
  }

  /** Whether each target of a pane is in one bin: none counts in parts. */
  static boolean isWhole(Sketch pane) {
    return Arrays.stream(pane.pit()).allMatch(count -> count == Math.rint(count));
  }

  /** The width of a bin. */
  static double width(int b) {
    return WIDTHS[b];
  }

  /** Its logarithm in each bin. */
  double[] logs() {
    return logs.clone();
  }

  /** Its mass in a bin. */
  double mass(int b) {
    return WIDTHS[b] * ratios[b];
  }

  /** The logarithm of the factor of a pane. */
  double logFactor(double... counts) {
    double log = 0;
    for (int b = 0; b < BINS; b++) {
      log += counts[b] * logs[b];
    }
    return log;
  }

  /** The logarithm of the largest expectation of the factor of a target, at least 0. */
  double logLargest(double[][] tolerableMasses) {
    double largest = 1;
    for (double[] masses : tolerableMasses) {
      double sum = 0;
      for (int b = 0; b < BINS; b++) {
        sum += masses[b] * ratios[b];
      }
      largest = Math.max(largest, sum);
    }
    return Math.log(largest);
  }

  /**
   * The masses of the bins under what is tolerable: normal scores that are shifted by up to ε, and
   * scaled by a factor between 1/(1 + ε) and 1 + ε, five each at equal distances.
   */
  static double[][] tolerableMasses(Tolerance tolerance) {
    double epsilon = tolerance.residual();
    double[][] masses = new double[25][BINS];
    for (int i = 0; i < masses.length; i++) {
      double shift = epsilon * (i / 5 - 2) / 2;
      double scale = Math.pow(1 + epsilon, (i % 5 - 2) / 2.0);
      for (int b = 0; b < BINS; b++) {
        double from = (edge(b) - shift) / scale;
        double to = (edge(b + 1) - shift) / scale;
        // Of the tail that is nearer, so that small masses are exact.
        masses[i][b] =
            from > 0
                ? StandardNormal.cdf(-from) - StandardNormal.cdf(-to)
                : StandardNormal.cdf(to) - StandardNormal.cdf(from);
      }
    }
    return masses;
  }

  /** The normal score of the left end of a bin; for the number of bins, of 1. */
  static double edge(int b) {
    if (b == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    // The bins are their own mirror images.
    return b <= BINS / 2
        ? StandardNormal.lowerQuantile(BINNING.lower(b))
        : b == BINS ? Double.POSITIVE_INFINITY : -edge(BINS - b);
  }
}
