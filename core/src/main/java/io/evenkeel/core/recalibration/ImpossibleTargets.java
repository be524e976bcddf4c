package io.evenkeel.core.recalibration;

import io.evenkeel.core.score.LabelNoise;

/**
 * What targets that their predictions held impossible add to sums of log-ratios, although a map
 * leaves them impossible: no temperature mends a probability of 0. In evidence against calibration
 * they count as much as {@linkplain LabelNoise labels can be trusted}; for a map they say nothing.
 */
public final class ImpossibleTargets {
  private final RecalibrationGrid grid;
  private final LabelNoise noise;

  /**
   * Of the sums of a grid.
   *
   * @param noise that the sums are made with
   */
  public ImpossibleTargets(RecalibrationGrid grid, LabelNoise noise) {
    this.grid = grid;
    this.noise = noise;
  }

  /**
   * The largest log-ratio of such a target, at least 0, by the recalibration of a family at a
   * {@linkplain RecalibrationFamily#displacement displacement}. O(d) for d real numbers.
   */
  public double largestLogRatio(RecalibrationFamily family, double displacement) {
    return switch (family.parameter()) {
      case TEMPERATURE -> Math.max(0, displacement * Math.log(noise.leastProbability()));
      case CLASS_LOG_ODDS, TOP_CLASS_LOG_ODDS -> Math.abs(displacement);
      case LOCATION, SCALE ->
          ofReals((LocationScale) family.recalibration(family.parameterAt(displacement)));
    };
  }

  private double ofReals(LocationScale moved) {
    if (grid.space().size() == 1) {
      double[] ratios = new ScoreCells(-noise.farthest(), noise.farthest()).logRatios(moved);
      return Math.max(0, Math.max(ratios[0], ratios[2]));
    }
    double largest = 0;
    for (int rank = 0; rank < grid.space().size(); rank++) {
      double squaredLength = noise.squaredLengthBeyond(Math.max(1, rank));
      largest = Math.max(largest, moved.logRatio(squaredLength, 0, 0, rank));
    }
    return Math.min(noise.largestLogRatio(), largest);
  }
}
