package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;

/**
 * An alternative to calibration, fixed before the panes that it is weighed on: the targets have the
 * density p exp(ℓ) in place of the predicted p. Between the two lie the densities p exp(xℓ − a(x)),
 * 0 ≤ x ≤ 1, with a convex and a(0) = a(1) = 0.
 */
interface Tilt {

  /**
   * The sum of the log-ratios of p exp(xℓ − a(x)) to p over a pane, or a bound of it from below.
   *
   * @param x in [0, 1]
   */
  double logRatio(Sketch pane, double x);

  /** What it says of the predictions, in words. */
  String describe();

  /** The number of doubles of its state. */
  int length();

  /** Writes its state. */
  void write(DoubleBuffer state);
}
