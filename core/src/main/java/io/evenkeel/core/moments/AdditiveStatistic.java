package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * A statistic that is a vector of sums over observations. It is an immutable description; the sums
 * are a stretch of a block that someone else owns, so blocks merge by addition.
 */
public interface AdditiveStatistic {

  /** The number of sums. */
  int length();

  /**
   * A new accumulator that adds to {@code block[offset]} to {@code block[offset + length() - 1]}.
   */
  Accumulator accumulator(double[] block, int offset);

  /** A mutable adder of observations to sums, with its own scratch space. */
  @FunctionalInterface
  interface Accumulator {

    /**
     * Adds an observation, without allocation.
     *
     * @param weight of the observation, in (0, 1]; its negative takes the observation back
     */
    void add(PredictiveDistribution p, Target y, double weight);
  }
}
