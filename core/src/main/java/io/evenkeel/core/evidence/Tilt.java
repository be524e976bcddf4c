package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;
import java.util.Optional;

/**
 * An alternative to calibration, fixed before the panes that it is weighed on. It is one of a line
 * of densities q<sub>x</sub>, 0 ≤ x ≤ 1, that begins with the predicted p. Log-ratios of
 * q<sub>x</sub> to p are concave in x, and known at each x from sums over panes.
 */
interface Tilt {

  /** The number of the sums. */
  int sums();

  /** The sums of a pane, which add up over panes; none if it has none of this kind. */
  Optional<double[]> sums(Sketch pane);

  /**
   * The sum of the log-ratios of q<sub>x</sub> to p, or an estimate.
   *
   * @param x in [0, 1]
   */
  double logRatio(double x, double... sums);

  /** That sum, or a bound of it from above. */
  default double logRatioAtMost(double x, double... sums) {
    return logRatio(x, sums);
  }

  /**
   * The sum of the log-ratios of the {@linkplain #found alternative} over a pane, or a bound of it
   * from below; 0 if the pane says nothing of it.
   */
  default double logRatio(Sketch pane) {
    return sums(pane).map(sums -> logRatio(found(), sums)).orElse(0.0);
  }

  /** The x of the alternative. */
  default double found() {
    return 1;
  }

  /** How many nats less than the best x may have that is looked at as possible. */
  default double slack() {
    return Deviations.SLACK;
  }

  /** What is taken for the near end of the fault until panes after its detection confirm it. */
  default double unconfirmed() {
    return found() / 2;
  }

  /** The x that are tried: positive, ascending, the last one at most 1. */
  double[] parts();

  /** What it says of the predictions, in words. */
  String describe();

  /**
   * The same of a part of the line that panes have shown, where words have a size.
   *
   * @param x in (0, 1]
   */
  default String describe(double x) {
    return describe();
  }

  /** The number of doubles of its state. */
  int length();

  /** Writes its state. */
  void write(DoubleBuffer state);
}
