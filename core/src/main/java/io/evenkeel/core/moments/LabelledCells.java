package io.evenkeel.core.moments;

import java.util.Arrays;

/**
 * One score of labelled predictions, by the cells of {@link ExpectedScoreMoments}. Its arrays are
 * not copied.
 *
 * @param forecasts what the predictions alone say
 * @param residual per cell the sum of score − its mean if the prediction is right
 * @param squares per cell the sum of the squares of these
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LabelledCells(ForecastCells forecasts, double[] residual, double[] squares) {

  /** The mean score; NaN of no label. */
  public double mean() {
    return forecasts.mean() + Arrays.stream(residual).sum() / forecasts.size();
  }
}
