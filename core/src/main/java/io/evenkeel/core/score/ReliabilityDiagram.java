package io.evenkeel.core.score;

import java.util.List;

/**
 * A reliability diagram, ready to be drawn: the frequency of an event against its predicted
 * probability, with the bands in which the frequencies would lie if the model were calibrated.
 *
 * @param bins of the predicted probability
 * @param bands of each bin, where its frequency lies with probability of at least {@code level} if
 *     the model is calibrated and its targets are independent given the predictions; everything for
 *     a bin without predictions. Each holds for one bin: of twenty one is outside of its 95 % on
 *     average
 * @param level of the bands
 * @param ece the expected calibration error Σ (count / n) |frequency − confidence| over the bins
 * @param calibratedEce where it lies, with probability of at least {@code level}, if the model is
 *     calibrated: not near 0, for it is biased upwards
 * @param pValue the share of redrawn labels with at least this ECE, (1 + #) / (1 + R): an exact
 *     p-value of calibration at every n, for the law that the bands assume
 */
public record ReliabilityDiagram(
    List<ReliabilityBin> bins,
    List<Interval> bands,
    double level,
    double ece,
    Interval calibratedEce,
    double pValue) {

  /** Copies the lists. */
  public ReliabilityDiagram {
    bins = List.copyOf(bins);
    bands = List.copyOf(bands);
  }

  /** The number of predictions. */
  public long n() {
    return bins.stream().mapToLong(ReliabilityBin::count).sum();
  }
}
