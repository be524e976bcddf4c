package io.evenkeel.core.score;

import java.util.List;

/**
 * Reliability diagrams: what came true against what was predicted.
 *
 * @param topLabel bins of the largest probability and whether that class came; empty for real
 *     vectors
 * @param classOne bins of the probability of class 1 and whether it came; only for two classes,
 *     else empty
 * @param pit the counts of the probability integral transform F(y) in bins of equal width over [0,
 *     1], uniform if calibrated, all coordinates together; only for real vectors, else empty
 */
public record Reliability(
    List<ReliabilityBin> topLabel, List<ReliabilityBin> classOne, List<Long> pit) {

  /** Copies the lists. */
  public Reliability {
    topLabel = List.copyOf(topLabel);
    classOne = List.copyOf(classOne);
    pit = List.copyOf(pit);
  }

  /**
   * The expected calibration error of the top label, Σ (count / n) |frequency − confidence|: biased
   * upwards, and dependent on the bins. NaN without predictions.
   */
  public double ece() {
    long n = 0;
    double sum = 0;
    for (ReliabilityBin bin : topLabel) {
      if (bin.count() > 0) {
        n += bin.count();
        sum += bin.count() * Math.abs(bin.frequency() - bin.confidence());
      }
    }
    return sum / n;
  }
}
