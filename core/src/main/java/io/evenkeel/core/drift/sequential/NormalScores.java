package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.CellGroup;
import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.internal.StandardNormal;
import java.util.Arrays;

/**
 * Normal scores of the cells of a feature: E[Z | cell c] of a standard normal Z whose distribution
 * function is that of the counts, so that a location, a spread and their changes have the same
 * meaning for every feature.
 */
final class NormalScores {
  /** What is added to each cell, so that every one has some probability. */
  private static final double ADDED = 0.25;

  /** Cases of a cell beside which what is added is nothing. */
  private static final double MANY = 1000;

  private NormalScores() {}

  /** Those for the sample that the feature was cut by, which has as many values in every cell. */
  static double[] ofSample(Feature feature) {
    double[] counts = new double[feature.cells()];
    Arrays.fill(counts, MANY);
    feature.groups().stream()
        .filter(CellGroup::isOutside)
        .forEach(group -> Arrays.fill(counts, group.from(), group.to(), 0));
    return of(feature, counts);
  }

  /**
   * The scores (φ(F<sub>c−1</sub>) − φ(F<sub>c</sub>)) / (F<sub>c</sub> − F<sub>c−1</sub>), with
   * φ(F) the density of Z where its distribution function is F; 0 for cell 0, that of missing
   * values. The cells beside the sample that a feature was cut by share one score on either side:
   * far values are too few for more.
   *
   * @param counts of all cells, not negative
   */
  static double[] of(Feature feature, double... counts) {
    double total = 0;
    for (int c = 1; c < counts.length; c++) {
      total += counts[c] + ADDED;
    }
    double[] scores = new double[counts.length];
    double before = 0;
    int from = 1;
    while (from < counts.length) {
      int to = endOfScore(feature, from);
      double share = 0;
      for (int c = from; c < to; c++) {
        share += (counts[c] + ADDED) / total;
      }
      double after = to == counts.length ? 1 : before + share;
      Arrays.fill(scores, from, to, (density(before) - density(after)) / share);
      before = after;
      from = to;
    }
    return scores;
  }

  private static int endOfScore(Feature feature, int from) {
    return feature.groups().stream()
        .filter(group -> group.isOutside() && group.from() == from)
        .mapToInt(CellGroup::to)
        .findFirst()
        .orElse(from + 1);
  }

  private static double density(double probability) {
    double smaller = Math.min(probability, 1 - probability);
    if (!(smaller > 0)) {
      return 0;
    }
    double z = StandardNormal.lowerQuantile(smaller);
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }
}
