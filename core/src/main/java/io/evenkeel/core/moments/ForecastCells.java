package io.evenkeel.core.moments;

import java.util.Arrays;

/**
 * What predictions alone say of one of their scores, by the cells of {@link ExpectedScoreMoments}.
 * Its arrays are not copied.
 *
 * @param count per cell the number of predictions
 * @param expected per cell the sum of the means of the score if the predictions are right
 * @param variance per cell the sum of its variances
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ForecastCells(double[] count, double[] expected, double[] variance) {

  /** The number of predictions. */
  public double size() {
    return Arrays.stream(count).sum();
  }

  /** The mean score if the predictions are right, as CBPE has it; NaN of no prediction. */
  public double mean() {
    return Arrays.stream(expected).sum() / size();
  }
}
