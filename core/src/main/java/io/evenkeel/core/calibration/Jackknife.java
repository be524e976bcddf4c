package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.score.Interval;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What an estimate from n observations says, by how it changes as each of them is left out.
 *
 * <p>Valid for estimates that depend smoothly on the distribution of the sample. Where they do not
 * change to first order, as a squared norm does not at zero, the standard error is too large rather
 * than too small.
 *
 * <p>Source: Efron and Stein, <i>The jackknife estimate of variance</i>, 1981.
 *
 * @param estimate without the part of its bias that falls as 1/n
 * @param standardError of it
 * @param n the number of observations, &ge; 2
 */
public record Jackknife(double estimate, double standardError, int n) {

  /**
   * From the estimate T on all observations and those T₋ᵢ without each: nT − (n − 1) T̄, and the
   * root of (n − 1)/n Σ (T₋ᵢ − T̄)².
   *
   * @param leavingOneOut n &ge; 2 numbers
   */
  static Jackknife of(double whole, double[] leavingOneOut) {
    int n = Checks.atLeast("n", leavingOneOut.length, 2);
    double mean = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double difference = leavingOneOut[i] - mean;
      mean += difference / (i + 1);
      squares += difference * (leavingOneOut[i] - mean);
    }
    return new Jackknife(n * whole - (n - 1) * mean, Math.sqrt((n - 1.0) / n * squares), n);
  }

  /**
   * The two-sided confidence interval, by the t-distribution with n − 1 degrees of freedom.
   *
   * @param confidence in (0, 1), such as 0.95
   */
  public Interval interval(double confidence) {
    Checks.inUnit("confidence", confidence);
    double width =
        standardError * TDistribution.of(n - 1).inverseSurvivalProbability((1 - confidence) / 2);
    return Interval.around(estimate, width);
  }
}
