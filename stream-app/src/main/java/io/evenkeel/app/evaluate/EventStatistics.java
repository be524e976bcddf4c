package io.evenkeel.app.evaluate;

import io.evenkeel.core.score.RunningMean;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Mutable: what only probabilities of one event have, such as class 1 of two, in one pass over
 * their rows.
 */
final class EventStatistics {
  private final RunningMean brier = new RunningMean();
  private final RunningMean excess = new RunningMean();
  private double numerator;
  private double variance;

  /**
   * Adds the probability of an event, and whether it came.
   *
   * @param weight of the row in evidence
   */
  void add(double p, boolean came, double weight) {
    double residual = (came ? 1 : 0) - p;
    brier.add(residual * residual, weight);
    excess.add(residual, weight);
    numerator += weight * residual * (1 - 2 * p);
    variance += weight * (1 - 2 * p) * (1 - 2 * p) * p * (1 - p);
  }

  List<Measure> measures() {
    return List.of(
        Measure.of(Quantity.BRIER_OF_EVENT, brier),
        Measure.of(Quantity.CALIBRATION_IN_THE_LARGE, excess),
        spiegelhalter());
  }

  /**
   * The Brier score less its expectation if calibrated, in standard deviations: normal then for
   * many rows. Rows count by their weights: those of one outcome vary together at most as much as
   * their weighted variances sum to. (Spiegelhalter 1986, doi:10.1002/sim.4780050506.)
   */
  private Measure spiegelhalter() {
    double z = variance > 0 ? numerator / Math.sqrt(variance) : 0;
    double p = 2 * NormalDistribution.of(0, 1).survivalProbability(Math.abs(z));
    return Measure.of(Quantity.SPIEGELHALTER, z, excess.n()).withPValue(p);
  }
}
