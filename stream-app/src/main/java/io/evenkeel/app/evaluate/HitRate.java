package io.evenkeel.app.evaluate;

import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.Proportion;
import io.evenkeel.core.score.WilsonInterval;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** Mutable: the share of rows for which something holds, where rows may share outcomes. */
final class HitRate {
  private long successes;
  private long trials;
  private double weights;

  /**
   * Adds a row.
   *
   * @param weight of the row in evidence, in [0, 1]
   */
  void add(boolean holds, double weight) {
    trials++;
    successes += holds ? 1 : 0;
    weights += 1 / weight;
  }

  long successes() {
    return successes;
  }

  long trials() {
    return trials;
  }

  double share() {
    return (double) successes / trials;
  }

  /** Whether rows share outcomes. */
  boolean isShared() {
    return weights > trials;
  }

  /**
   * The number of independent rows whose share varies at least as much as this one: the number of
   * outcomes if all have as many rows; 0 if it is not known.
   */
  double independent() {
    return trials / weights * trials;
  }

  /** Where the probability lies: exact for independent rows, else by the score interval. */
  Interval interval(double confidence) {
    if (!isShared()) {
      return new Proportion(successes, trials).interval(confidence);
    }
    double z = NormalDistribution.of(0, 1).inverseCumulativeProbability((1 + confidence) / 2);
    return WilsonInterval.of(share(), independent(), z);
  }
}
