package io.evenkeel.core.recalibration;

import java.util.Arrays;

/**
 * A parameter δ for each of several groups, partially pooled: they are held to be drawn from N(μ,
 * τ²), and each is the most likely one given that and the observations of its group. So a group
 * with few observations has nearly the common μ. τ² is how far groups differ beyond chance; where
 * they do not, it is 0, and all have μ.
 *
 * <p>Source: μ is the most likely common parameter. τ² is that of Paule and Mandel, <i>Consensus
 * values and weighting factors</i>, 1982, for the scores U and informations I of the groups at μ: Σ
 * U²/(I + I²τ²) is one less than their number. Groups with I &lt; 1 do not tell of τ².
 *
 * <p>Cost: O(n) for each of some ten steps.
 */
final class PartialPooling {
  private static final double LEAST_INFORMATION = 1;
  private static final int ITERATIONS = 100;
  private static final double CONVERGED = 1e-10;

  private final int[] groups;
  private final Likelihood likelihood;
  private final double common;
  private final double variance;
  private final double[] parameters;
  private final double[] informations;

  /** The likelihood of the parameter, one observation at a time. It is concave. */
  interface Likelihood {

    /** The derivative of the log-likelihood of observation i. */
    double score(int i, double parameter);

    /** Minus its second derivative, not negative. */
    double information(int i, double parameter);
  }

  /**
   * The parameters of n &ge; 1 observations.
   *
   * @param groups the 0-based group of each; not copied
   * @param count the number of groups
   * @param likelihood of their parameter, whose third derivative is at most as large as the second
   * @param precision of the common parameter around 0, beside what the observations say
   */
  PartialPooling(int[] groups, int count, Likelihood likelihood, double precision) {
    this.groups = groups;
    this.likelihood = likelihood;
    common = mostLikely(new int[groups.length], 1, 0, precision)[0];
    double[] same = new double[count];
    Arrays.fill(same, common);
    variance = variance(scores(groups, same), informations(groups, same));
    parameters = variance > 0 ? mostLikely(groups, count, common, 1 / variance) : same;
    informations = informations(groups, parameters);
  }

  /**
   * The parameters from which the penalised scores vanish, by Newton's method in steps of 1 at
   * most. It converges: within a distance of 1, information changes by a factor of e at most, so
   * that a step leaves at most 0.72 of the distance; from farther away, no step goes too far.
   */
  private double[] mostLikely(int[] of, int count, double mean, double precision) {
    double[] found = new double[count];
    Arrays.fill(found, mean);
    double farthest = 1;
    for (int k = 0; k < ITERATIONS && farthest > CONVERGED; k++) {
      double[] scores = scores(of, found);
      double[] informations = informations(of, found);
      farthest = 0;
      for (int g = 0; g < count; g++) {
        double step = (scores[g] - precision * (found[g] - mean)) / (informations[g] + precision);
        found[g] += Math.max(-1, Math.min(1, step));
        farthest = Math.max(farthest, Math.abs(step));
      }
    }
    return found;
  }

  private double[] scores(int[] of, double[] at) {
    double[] sums = new double[at.length];
    for (int i = 0; i < of.length; i++) {
      sums[of[i]] += likelihood.score(i, at[of[i]]);
    }
    return sums;
  }

  private double[] informations(int[] of, double[] at) {
    double[] sums = new double[at.length];
    for (int i = 0; i < of.length; i++) {
      sums[of[i]] += likelihood.information(i, at[of[i]]);
    }
    return sums;
  }

  /** By Newton's method from 0: the sum falls and is convex, so that no step goes too far. */
  private static double variance(double[] scores, double[] informations) {
    double variance = 0;
    for (int k = 0; k < ITERATIONS; k++) {
      double excess = 1;
      double slope = 0;
      for (int g = 0; g < scores.length; g++) {
        if (informations[g] >= LEAST_INFORMATION) {
          double share = scores[g] / (1 + informations[g] * variance);
          excess += share * scores[g] / informations[g] - 1;
          slope += share * share;
        }
      }
      double step = slope > 0 ? excess / slope : 0;
      variance += Math.max(0, step);
      if (step <= CONVERGED * variance) {
        break;
      }
    }
    return variance;
  }

  /** μ. */
  double common() {
    return common;
  }

  /** τ². */
  double variance() {
    return variance;
  }

  /** δ of a group. */
  double parameter(int group) {
    return parameters[group];
  }

  /** The variance of what is not known of the δ of a group. */
  double uncertainty(int group) {
    return uncertainty(informations[group]);
  }

  private double uncertainty(double information) {
    return variance / (1 + variance * information);
  }

  /** δ of the group of an observation, to first order, as the others tell it. */
  double parameterWithout(int i) {
    double now = parameters[groups[i]];
    return now - likelihood.score(i, now) * uncertaintyWithout(i);
  }

  /** The variance of what the others do not tell of it. */
  double uncertaintyWithout(int i) {
    double own = likelihood.information(i, parameters[groups[i]]);
    return uncertainty(Math.max(0, informations[groups[i]] - own));
  }
}
