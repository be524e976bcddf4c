package io.evenkeel.core.evidence;

import io.evenkeel.core.recalibration.RecalibrationFamily.Score;
import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * By how much sums over panes vary more than those of independent labels would, in the directions
 * of a learner: mutable. Where labels of a pane share what happened, as stations share the weather
 * of a day, a pane of n labels says as little as n/d independent ones. The predictions are taken as
 * the map of the candidate mends them, so that what a fault adds to the variance does not count.
 */
final class PaneSpread {
  private static final int NUMBERS = 4;

  /** What a standard normal variable is above with a chance of 5 %. */
  private static final double Z_95 = 1.6448536269514722;

  /** With so many standard errors of one pane, few panes show it, whatever their law. */
  private static final double PLAIN = 6;

  private final MapLearner learner;

  /**
   * Of each direction the number of panes, the sums of the squares of their slopes and of the
   * variances that these should have, and the sum of the squares of the differences of both.
   */
  private final double[][] moments;

  PaneSpread(MapLearner learner) {
    this.learner = learner;
    this.moments =
        Stream.generate(() -> new double[NUMBERS])
            .limit(learner.directions())
            .toArray(double[][]::new);
  }

  int length() {
    return NUMBERS * moments.length;
  }

  void read(DoubleBuffer state) {
    List.of(moments).forEach(state::get);
  }

  void write(DoubleBuffer state) {
    List.of(moments).forEach(state::put);
  }

  /**
   * Adds a pane.
   *
   * @param map that was learned from the panes before it
   * @param sums of the pane
   */
  void add(Optional<double[]> map, double... sums) {
    for (int k = 0; k < moments.length; k++) {
      Score score = learner.score(k, map, sums);
      if (score.variance() > 0) {
        double square = score.slope() * score.slope();
        double excess = square - score.variance();
        double[] of = moments[k];
        of[0]++;
        of[1] += square;
        of[2] += score.variance();
        of[3] += excess * excess;
      }
    }
  }

  /** d in the direction of a map, or more while there are few panes; 1 unless they contradict. */
  double designEffect(double... map) {
    double[] of = moments[learner.direction(map)];
    double ratio = of[1] / of[2];
    boolean isPlain = ratio > 1 + PLAIN / Math.sqrt(of[0]);
    boolean isShown = of[1] - of[2] > Z_95 * Math.sqrt(of[3]);
    return isPlain || isShown ? ratio * (1 + 2 * Math.sqrt(2 / of[0])) : 1;
  }
}
