package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Projection;
import java.nio.DoubleBuffer;
import java.util.Optional;

/**
 * The residuals x &le; 1 by which a bet has found a fault, frozen so that what comes later is
 * independent of its choice, and what the panes since the fault seems to be gone say: mutable.
 */
interface Direction {

  /** The mean of x if the fault is as large as the bet took it for, positive. */
  double mean();

  /** The variance of x if the predictions are calibrated. */
  double variance();

  /** The residuals of a pane; none if it has none of this kind. */
  Optional<Projection> project(Pane pane);

  /**
   * log of the factor of a pane in an e-process against a fault with a mean of at least b; none if
   * the pane has no residuals.
   *
   * @param near b, positive
   */
  default Optional<Double> logEnd(double near, Pane pane) {
    return project(pane)
        .map(of -> new EndingFactor(near, variance(), Double.POSITIVE_INFINITY).log(of));
  }

  /**
   * The evidence of residuals for a mean like theirs, nats.
   *
   * @param sum Σ x, positive
   * @param nullVariance of Σ x if calibrated, positive
   */
  default double evidence(double sum, double nullVariance) {
    return sum * sum / (2 * nullVariance);
  }

  /**
   * The least mean for which they have at most {@link Deviations#SLACK} nats less.
   *
   * @param n the sum of their weights
   */
  default double nearEnd(double n, double sum, double nullVariance) {
    return (sum - Math.sqrt(2 * Deviations.SLACK * nullVariance)) / n;
  }

  /** Forgets the panes since the fault seems to be gone. */
  void restart();

  /** Adds a pane to these. */
  void add(Pane pane);

  /** The p-value of these if calibrated, in [0, 1]; 1 of none. */
  double pValue();

  /** What is wrong, in words. */
  String describe();

  /** The number of doubles of its state. */
  int length();

  /** Writes its state. */
  void write(DoubleBuffer state);
}
