package io.evenkeel.core.score;

import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.RealVector;

/** The CRPS of ensembles, by the order statistics of their n members. */
final class EnsembleCrps {

  private EnsembleCrps() {}

  /** The mean of the score over the coordinates. */
  static double of(Ensemble p, RealVector y) {
    int n = p.size();
    double sum = 0;
    for (int i = 0; i < p.dimension(); i++) {
      double[] members = p.sorted(i);
      for (int k = 0; k < n; k++) {
        double excess = members[k] - y.get(i);
        sum += (Math.abs(excess) - (2.0 * k + 1 - n) / n * excess) / n;
      }
    }
    return sum / p.dimension();
  }

  /** E|X − X′| / 2 of coordinate i; the factors sum to 0. */
  static double spread(Ensemble p, int i) {
    double[] members = p.sorted(i);
    int n = members.length;
    double sum = 0;
    for (int k = 0; k < n; k++) {
      sum += (2.0 * k + 1 - n) / n * (members[k] - members[0]) / n;
    }
    return sum;
  }

  /**
   * The mean and the variance of the score of one real number if the target is one of the members:
   * from member to member E|X − y| grows.
   */
  static void law(Ensemble p, double[] meanAndVariance) {
    double[] members = p.sorted(0);
    int n = members.length;
    double distance = 0;
    for (double member : members) {
      distance += (member - members[0]) / n;
    }
    double spread = spread(p, 0);
    double variance = 0;
    for (int k = 0; k < n; k++) {
      // E|X − X′| is twice the spread.
      double deviation = distance - 2 * spread;
      variance += deviation * deviation / n;
      double step = k + 1 < n ? members[k + 1] - members[k] : 0;
      distance += step * (2 * k + 2 - n) / n;
    }
    meanAndVariance[0] = spread;
    meanAndVariance[1] = variance;
  }
}
