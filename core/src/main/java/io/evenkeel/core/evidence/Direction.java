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

  /**
   * What the variance of x is at most while the fault lasts, as a multiple of what it is if
   * calibrated; infinite if nothing is known but that x &le; 1.
   */
  double spread();

  /** The residuals of a pane; none if it has none of this kind. */
  Optional<Projection> project(Pane pane);

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
