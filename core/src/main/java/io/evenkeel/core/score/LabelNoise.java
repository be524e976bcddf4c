package io.evenkeel.core.score;

import io.evenkeel.core.internal.StandardNormal;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * The share e of labels that may be wrong whatever the model: what a single label may say at most.
 *
 * <p>A label that the prediction gave a probability below e, or a density in the outermost e of its
 * mass, may as well be a wrong label. So evidence does not ask how much less likely it was: a class
 * counts with a probability of e/10 at least, and a number beyond the outermost e as being there,
 * no more. Then one label moves a log-likelihood ratio by about log(10/e) nats at most, and a
 * probability of 0 is no worse than one of 1e-12. The ratios keep expectation 1, or less, if the
 * predictions are calibrated: the bounds are part of the alternatives, not put upon their ratios.
 *
 * <p>Of ten classes e/10 is the share of wrong labels that fall on one of them. With a larger bound
 * the alternatives differ from the recalibrations that they are named after: with e, those of an
 * image classifier whose best temperature is 1.7 favour 2.
 *
 * @param share e, from 0 to {@value #LARGEST}; with 0 labels are taken at their word, as far as
 *     doubles go
 */
public record LabelNoise(double share) {
  /** The largest share. */
  public static final double LARGEST = 0.01;

  /** What is assumed unless something else is known. */
  public static final LabelNoise USUAL = new LabelNoise(1e-4);

  /** Labels are taken at their word. */
  public static final LabelNoise NONE = new LabelNoise(0);

  /** Checks the share. */
  public LabelNoise {
    if (!(share >= 0 && share <= LARGEST)) {
      throw new IllegalArgumentException(
          "label noise must lie in [0, " + LARGEST + "], got " + share);
    }
  }

  /** The probability that smaller ones of classes count as: e/10. */
  public double leastProbability() {
    return Math.max(Double.MIN_NORMAL, share / 10);
  }

  /** The largest log-ratio of a label that is a vector, nats: log(1/e). */
  public double largestLogRatio() {
    return -Math.log(Math.max(Double.MIN_NORMAL, share));
  }

  /** The normal score that a share e of calibrated targets is beyond, on either side half of it. */
  public double farthest() {
    return share == 0
        ? StandardNormal.FARTHEST
        : Math.min(StandardNormal.FARTHEST, -StandardNormal.lowerQuantile(share / 2));
  }

  /**
   * The squared length that a share e of standard normal residuals is beyond.
   *
   * @param rank of the residuals, positive
   */
  public double squaredRadius(int rank) {
    return share == 0
        ? rank * StandardNormal.FARTHEST * StandardNormal.FARTHEST
        : ChiSquaredDistribution.of(rank).inverseSurvivalProbability(share);
  }

  /**
   * The mean squared length of the residuals beyond that radius, which all of these count with. By
   * Jensen's inequality no scale has a larger mean ratio over them than that.
   *
   * @param rank of the residuals, positive
   */
  public double squaredLengthBeyond(int rank) {
    double radius = squaredRadius(rank);
    return share == 0
        ? radius
        : rank * ChiSquaredDistribution.of(rank + 2.0).survivalProbability(radius) / share;
  }
}
