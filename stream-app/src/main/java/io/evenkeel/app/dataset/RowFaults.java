package io.evenkeel.app.dataset;

import java.util.function.Consumer;

/**
 * Takes what is said of rows that tell nothing of a model.
 *
 * @param unusable of each row that cannot be used
 * @param unmatched of the labels of another file that no prediction has, when the cases are closed;
 *     those of all labels that have not been read by then
 * @param withoutPrediction runs for each row that holds no prediction, as it is blank
 */
public record RowFaults(
    Consumer<UnusableRowException> unusable,
    Consumer<UnmatchedLabels> unmatched,
    Runnable withoutPrediction) {

  /** Takes nothing of labels that no prediction has, nor of rows without a prediction. */
  public static RowFaults ofRows(Consumer<UnusableRowException> unusable) {
    return new RowFaults(unusable, unmatched -> {}, () -> {});
  }
}
