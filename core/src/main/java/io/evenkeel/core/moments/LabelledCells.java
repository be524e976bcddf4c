package io.evenkeel.core.moments;

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
    return meanOver(forecasts);
  }

  /**
   * The mean score that predictions would have if those without a label miss by as much as those
   * with one in the same cell (post-stratification); NaN of no prediction.
   *
   * @param all the predictions, of which these are some
   */
  public double meanOver(ForecastCells all) {
    double residuals = 0;
    for (int c = 0; c < residual.length; c++) {
      double labels = forecasts.count()[c];
      residuals += labels > 0 ? residual[c] * (all.count()[c] / labels) : 0;
    }
    return all.mean() + residuals / all.size();
  }
}
