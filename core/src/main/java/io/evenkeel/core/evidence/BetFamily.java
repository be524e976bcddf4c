package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.recalibration.Boundary;
import io.evenkeel.core.recalibration.Tolerance;
import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A family of bets against calibration, for what no recalibration of the grid expresses: mutable.
 * Each bet gives a factor for the next pane, from the sums of that pane and from what its family
 * has learned of the panes before it. If the predictions are calibrated, the factor has expectation
 * at most 1 given these panes.
 */
interface BetFamily {

  /** The number of bets. */
  int size();

  /**
   * The points and stretches of the boundary that its {@linkplain Played#lenient} factors do not
   * cover.
   */
  int[] places(Boundary boundary);

  /**
   * The bets on the next pane: all of them, or none if there is nothing to bet on.
   *
   * @param tolerance what is tolerable
   */
  List<Played> play(Sketch pane, Tolerance tolerance);

  /** Learns from a pane. */
  void add(Sketch pane);

  /**
   * The fault that a bet has found.
   *
   * @param bet its number in the family
   * @param stretch the panes since the fault began
   * @param since when that may have been
   */
  OpenFault found(Deviations deviations, int bet, Stretch stretch, Since since);

  /** The fault with the {@linkplain OpenFault#write state}; none if it means nothing any more. */
  Optional<OpenFault> fault(Deviations deviations, DoubleBuffer state);

  /** The number of doubles of its state. */
  int length();

  /** Reads its state. */
  void read(DoubleBuffer state);

  /** Writes its state. */
  void write(DoubleBuffer state);
}
