package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import java.util.Arrays;

/**
 * What decisions cost: for each class that is true and each that one acts on as if it were, a cost
 * in a unit of the user. Who acts on a prediction decides for the class of least expected cost
 * under it (Elkan, <i>The foundations of cost-sensitive learning</i>, 2001).
 */
public final class DecisionCosts {
  /** The relative difference of two sums that may be equal. */
  private static final double ROUNDING = 1e-12;

  private final double[][] costs;

  private DecisionCosts(double[][] costs) {
    this.costs = costs;
  }

  /**
   * Costs of pairs of classes.
   *
   * @param costs m rows of m finite numbers, m &ge; 2: row y, column a is what it costs to act on
   *     class a if y is true
   * @throws IllegalArgumentException if the matrix is not square or a number is not finite
   */
  public static DecisionCosts of(double[][] costs) {
    int m = Checks.atLeast("number of classes", costs.length, 2);
    double[][] copy = new double[m][];
    for (int y = 0; y < m; y++) {
      Checks.sameLength("row " + y, costs[y].length, "costs", m);
      for (double cost : costs[y]) {
        Checks.finite("cost", cost);
      }
      copy[y] = costs[y].clone();
    }
    return new DecisionCosts(copy);
  }

  /**
   * The costs of two classes under which one acts on class 1 from a probability t on: to miss class
   * 1 costs 1, to act on it in vain t / (1 − t).
   *
   * @param threshold t in (0, 1)
   */
  public static DecisionCosts ofThreshold(double threshold) {
    Checks.inUnit("threshold", threshold);
    return of(new double[][] {{0, threshold / (1 - threshold)}, {1, 0}});
  }

  /** The number of classes m. */
  public int classes() {
    return costs.length;
  }

  /**
   * The class of least expected cost, the last one of several that are equally good but for
   * rounding: of a probability of 0.33 and a threshold of 0.33, that which one acts on.
   *
   * @param p of m classes
   */
  public int decision(Categorical p) {
    int best = 0;
    double least = expected(p, 0);
    for (int a = 1; a < classes(); a++) {
      double cost = expected(p, a);
      if (cost <= least + ROUNDING * Math.max(Math.abs(cost), Math.abs(least))) {
        best = a;
        least = Math.min(least, cost);
      }
    }
    return best;
  }

  /** What it costs on average to act on class a, 0-based, if the truth is distributed as p. */
  public double expected(Categorical p, int a) {
    Checks.sameLength("probabilities", p.classes(), "costs", classes());
    double sum = 0;
    for (int y = 0; y < classes(); y++) {
      sum += p.probability(y) * costs[y][a];
    }
    return sum;
  }

  /**
   * By how much more the decision of a prediction costs, on average, than that of the truth: never
   * negative, 0 if both decide alike.
   *
   * @param predicted what one acts on
   * @param truth how the target is distributed
   */
  public double excess(Categorical predicted, Categorical truth) {
    return expected(truth, decision(predicted)) - expected(truth, decision(truth));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DecisionCosts that && Arrays.deepEquals(costs, that.costs);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(costs);
  }

  @Override
  public String toString() {
    return "DecisionCosts" + Arrays.deepToString(costs);
  }
}
