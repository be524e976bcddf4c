package io.evenkeel.core.evidence;

import io.evenkeel.core.score.Interval;
import java.nio.DoubleBuffer;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What maps have saved on labels that they were not learned from, pane after pane: mutable. Panes
 * may be of any size, and the labels within one may depend on each other.
 */
final class LaterGain {
  static final int LENGTH = 6;
  private static final double OUTSIDE = 0.05;

  private double panes;
  private double labels;
  private double saved;
  private double squaresOfLabels;
  private double squaresOfSaved;
  private double products;

  void read(DoubleBuffer state) {
    panes = state.get();
    labels = state.get();
    saved = state.get();
    squaresOfLabels = state.get();
    squaresOfSaved = state.get();
    products = state.get();
  }

  void write(DoubleBuffer state) {
    state.put(panes).put(labels).put(saved);
    state.put(squaresOfLabels).put(squaresOfSaved).put(products);
  }

  /**
   * Adds a pane.
   *
   * @param n number of labels, positive
   * @param nats that the map saved on them
   */
  void add(double n, double nats) {
    panes++;
    labels += n;
    saved += nats;
    squaresOfLabels += n * n;
    squaresOfSaved += nats * nats;
    products += n * nats;
  }

  double labels() {
    return labels;
  }

  /** Nats per label; 0 without labels. */
  double mean() {
    return labels == 0 ? 0 : saved / labels;
  }

  /** Its 95 % interval, by how much the panes differ; none of fewer than two panes. */
  Optional<Interval> interval() {
    if (panes < 2) {
      return Optional.empty();
    }
    double mean = mean();
    double squares = squaresOfSaved - 2 * mean * products + mean * mean * squaresOfLabels;
    double variance = Math.max(0, squares) * panes / (panes - 1) / (labels * labels);
    double quantile = TDistribution.of(panes - 1).inverseSurvivalProbability(OUTSIDE / 2);
    return Optional.of(Interval.around(mean, quantile * Math.sqrt(variance)));
  }
}
