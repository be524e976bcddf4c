package io.evenkeel.core.moments;

/**
 * What one test location (p<sub>j</sub>, y<sub>j</sub>) says of the predictions: where it is
 * positive, targets like y<sub>j</sub> come more often than predicted by predictions like
 * p<sub>j</sub>, where it is negative, more rarely.
 *
 * @param location j, the index in the profile
 * @param mean the mean of ζ<sub>j</sub>
 * @param standardError that the mean has if the predictions are calibrated, &gt; 0
 */
public record Contribution(int location, double mean, double standardError) {

  /** The mean in standard errors: about standard normal if the predictions are calibrated. */
  public double score() {
    return mean / standardError;
  }
}
