package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Counts;

/**
 * The CRPS of distributions on integers, there also called the ranked probability score: Σ (F(k) −
 * 1{k ≥ y})² over all integers k (Epstein 1969). O(n) for n points; exact to rounding where each is
 * an integer, else with a relative error of below 1e-3.
 */
final class CountsCrps {

  private CountsCrps() {}

  static double of(Counts p, double y) {
    double distance = 0;
    for (int i = 0; i < p.points(); i++) {
      distance += p.weight(i) * Math.abs(p.point(i) - y);
    }
    return distance - expected(p);
  }

  /** Σ F (1 − F), each factor summed from its own end so that neither loses digits. */
  static double expected(Counts p) {
    double[] above = above(p);
    double below = 0;
    double sum = 0;
    for (int i = 0; i + 1 < above.length; i++) {
      below += p.weight(i);
      sum += (p.point(i + 1) - p.point(i)) * below * above[i];
    }
    return sum;
  }

  private static double[] above(Counts p) {
    double[] above = new double[p.points()];
    for (int i = above.length - 2; i >= 0; i--) {
      above[i] = above[i + 1] + p.weight(i + 1);
    }
    return above;
  }

  /** The variance of the score if the target has the law p: from point to point E|X − y| grows. */
  static double variance(Counts p) {
    double[] above = above(p);
    double expected = expected(p);
    double score = of(p, p.point(0));
    double below = 0;
    double variance = 0;
    for (int i = 0; i < above.length; i++) {
      variance += p.weight(i) * (score - expected) * (score - expected);
      below += p.weight(i);
      double step = i + 1 < above.length ? p.point(i + 1) - p.point(i) : 0;
      score += step * (below - above[i]);
    }
    return variance;
  }

  /** W₁ = ∫ |F − G|. */
  static double distance(Counts p, Counts q) {
    int i = 0;
    int j = 0;
    double difference = 0;
    double from = Math.min(p.point(0), q.point(0));
    double sum = 0;
    while (i < p.points() || j < q.points()) {
      double nextOfP = i < p.points() ? p.point(i) : Double.POSITIVE_INFINITY;
      double nextOfQ = j < q.points() ? q.point(j) : Double.POSITIVE_INFINITY;
      double to = Math.min(nextOfP, nextOfQ);
      sum += Math.abs(difference) * (to - from);
      from = to;
      difference += nextOfP == to ? p.weight(i++) : 0;
      difference -= nextOfQ == to ? q.weight(j++) : 0;
    }
    return sum;
  }
}
