package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.CellGroup;
import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;

/**
 * Whether a pane may be the first or a later one of a loss: by the values of each feature that are
 * missing or new in it, against those of the panes before. It decides nothing but what the
 * variation of panes is learned from.
 */
final class LossSuspicion {
  /** Standard errors beyond which more values are lost than vary from pane to pane. */
  private static final double BEYOND_CHANCE = 3;

  /** A loss takes nearly all values, other than what varies from pane to pane. */
  private static final double NEARLY_ALL = 0.9;

  private final Features features;
  private final double[] before;

  /**
   * Against some panes.
   *
   * @param before counts of the cells of all features in the panes before
   */
  LossSuspicion(Features features, double... before) {
    this.features = features;
    this.before = before;
  }

  /**
   * Whether more values of some feature are lost than the variation so far explains.
   *
   * @param effects the design effects of the numbers of lost values, by feature
   * @param pane counts of the cells of all features
   */
  boolean begins(double[] effects, double... pane) {
    return any(
        pane,
        (feature, lost, cases, mean) ->
            lost - mean * cases
                > 0.5 + BEYOND_CHANCE * Math.sqrt(effects[feature] * cases * mean * (1 - mean)));
  }

  /** Whether nearly all values of some feature are lost, of those that are not lost usually. */
  boolean goesOn(double... pane) {
    return any(
        pane,
        (feature, lost, cases, mean) -> lost > (NEARLY_ALL + (1 - NEARLY_ALL) * mean) * cases);
  }

  /** A question about the lost values of a feature among its cases in a pane. */
  @FunctionalInterface
  private interface Question {
    /**
     * Asks it.
     *
     * @param mean the share that was lost before
     */
    boolean test(int feature, double lost, double cases, double mean);
  }

  private boolean any(double[] pane, Question question) {
    int first = 0;
    for (int i = 0; i < features.all().size(); i++) {
      Feature feature = features.all().get(i);
      double cases = sum(pane, first, first + feature.cells());
      double all = sum(before, first, first + feature.cells());
      for (CellGroup group : feature.groups()) {
        double lost = sum(pane, first + group.from(), first + group.to());
        double usually = sum(before, first + group.from(), first + group.to());
        if (group.isLoss() && question.test(i, lost, cases, (usually + 0.5) / (all + 1))) {
          return true;
        }
      }
      first += feature.cells();
    }
    return false;
  }

  private static double sum(double[] counts, int from, int to) {
    double sum = 0;
    for (int c = from; c < to; c++) {
      sum += counts[c];
    }
    return sum;
  }
}
