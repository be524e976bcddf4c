package io.evenkeel.core.evidence;

import io.evenkeel.core.recalibration.RecalibrationFamily.Score;
import io.evenkeel.core.recalibration.RecalibrationMap;
import java.util.Optional;

/**
 * What learns maps of one kind from sums over panes, and weighs them by such sums: immutable. A map
 * is a fixed number of doubles.
 */
interface MapLearner {

  /** The number of doubles of a map. */
  int parameters();

  /** The map that sums favour most, drawn to the identity; none if they favour that. */
  Optional<double[]> fit(double... sums);

  /**
   * The sum of log-ratios of a map, or a bound from below that depends on the map and the
   * predictions alone: the exponential of that of a pane has expectation at most 1 if the
   * predictions are calibrated, whatever was learned before.
   */
  double logRatio(double[] map, double... sums);

  /** What the labels that draw to the identity lose by a map, nats. */
  double prior(double... map);

  /** The number of parameters that were chosen for a map. */
  double degrees(double... map);

  /**
   * The map itself.
   *
   * @param map its parameters
   * @param sums those that it was learned from
   */
  RecalibrationMap published(double[] map, double... sums);

  /** The number of directions in which it is measured how much panes differ. */
  int directions();

  /** The direction of a map. */
  int direction(double... map);

  /**
   * The slope of the sum of log-ratios of a pane in a direction, where a map mends the predictions;
   * of variance 0 if it says nothing.
   */
  Score score(int direction, Optional<double[]> map, double... sums);
}
