package io.evenkeel.app.evaluate;

import java.util.List;

/**
 * One row that two models have in common.
 *
 * @param place of the row, in the file of the first model
 * @param difference of their scores, first minus second
 * @param isMiss whether its label is a class that one of them does not hold most probable
 */
record Step(Place place, double difference, boolean isMiss) {

  /** Whether so many of the steps are misses. */
  static boolean haveMisses(List<Step> steps, long least) {
    return steps.stream().filter(Step::isMiss).count() >= least;
  }
}
