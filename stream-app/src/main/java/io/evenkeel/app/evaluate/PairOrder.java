package io.evenkeel.app.evaluate;

import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import java.util.HashMap;
import java.util.Map;

/**
 * Mutable: whether rows follow each other by their targets, as in a file that is sorted by them.
 * The residuals of such neighbours are alike also where the predictions are calibrated.
 */
final class PairOrder {
  /** A tenth of what rows in any order have is no chance of so many. */
  private static final int FEW = 20;

  private static final double SHARE = 0.1;

  private final Map<Integer, Long> labels = new HashMap<>();
  private long pairs;
  private long different;
  private long ascents;
  private long descents;

  /** Adds two rows that follow each other. */
  void add(Target first, Target second) {
    if (first instanceof ClassLabel a && second instanceof ClassLabel b) {
      pairs++;
      labels.merge(a.index(), 1L, Long::sum);
      labels.merge(b.index(), 1L, Long::sum);
      different += a.index() == b.index() ? 0 : 1;
    } else if (first instanceof RealVector a && second instanceof RealVector b) {
      ascents += a.get(0) < b.get(0) ? 1 : 0;
      descents += a.get(0) > b.get(0) ? 1 : 0;
    }
  }

  /**
   * Whether they do: hardly any neighbours have different classes, or hardly any go the other way.
   */
  boolean isSorted() {
    double squares = 0;
    for (long count : labels.values()) {
      double share = count / (2.0 * pairs);
      squares += share * share;
    }
    double expected = pairs * (1 - squares);
    double moves = ascents + descents;
    return (expected >= FEW && different < SHARE * expected)
        || (moves >= 2 * FEW && Math.min(ascents, descents) < SHARE * moves / 2);
  }
}
