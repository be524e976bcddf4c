package io.evenkeel.core.calibration;

import java.util.List;

/**
 * What cross-validation found.
 *
 * @param risks of each parameter of the grid, the risk on each fold
 * @param meanRisks of each parameter of the grid, the mean over the folds
 * @param best the 0-based index of the first parameter with the least mean risk
 * @param functions those learned with it, one per fold
 */
public record CalibrationChoice(
    List<List<Double>> risks,
    List<Double> meanRisks,
    int best,
    List<CalibrationFunction> functions) {

  /** Copies the lists. */
  public CalibrationChoice {
    risks = risks.stream().map(List::copyOf).toList();
    meanRisks = List.copyOf(meanRisks);
    functions = List.copyOf(functions);
  }

  /** The least mean risk. */
  public double risk() {
    return meanRisks.get(best);
  }

  /**
   * The squared calibration error on observations that were neither learned from nor evaluated on:
   * the mean of h(x, x) over them and over the folds; may be negative.
   */
  public double squaredError(ResidualSample test) {
    double sum = 0;
    for (CalibrationFunction function : functions) {
      for (double value : function.diagonal(test)) {
        sum += value;
      }
    }
    return sum / ((double) functions.size() * test.size());
  }
}
