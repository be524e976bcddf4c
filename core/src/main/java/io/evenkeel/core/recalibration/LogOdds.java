package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Categorical;

/**
 * The log-odds of the event that class predictions are recalibrated by: class 1 of two classes, the
 * most probable one of more.
 */
final class LogOdds {
  /** Smaller probabilities count as this one: log-odds are finite. */
  static final double LEAST = 1e-12;

  private LogOdds() {}

  /** The class that the event is. */
  static int event(Categorical p) {
    return p.classes() == 2 ? 1 : p.argmax();
  }

  /** log p − log(1 − p) of the event, whose complement is summed, not subtracted. */
  static double of(Categorical p) {
    int event = event(p);
    return bounded(p.probability(event), others(p, event));
  }

  /** log p − log(1 − p). */
  static double of(double p) {
    return bounded(p, 1 - p);
  }

  private static double bounded(double p, double complement) {
    return Math.log(Math.max(LEAST, p)) - Math.log(Math.max(LEAST, complement));
  }

  /** The sum of the probabilities of the other classes. */
  static double others(Categorical p, int event) {
    double sum = 0;
    for (int k = 0; k < p.classes(); k++) {
      sum += k == event ? 0 : p.probability(k);
    }
    return sum;
  }

  /** The probability 1/(1 + e<sup>−odds</sup>). */
  static double probability(double odds) {
    return 1 / (1 + Math.exp(-odds));
  }

  /**
   * The prediction with other log-odds of its event. The other classes keep their ratios; where
   * they had no probability, they share it evenly.
   */
  static Categorical replace(Categorical p, double odds) {
    int event = event(p);
    double others = others(p, event);
    double rest = probability(-odds);
    double[] q = new double[p.classes()];
    for (int k = 0; k < q.length; k++) {
      double share = others > 0 ? p.probability(k) / others : 1.0 / (q.length - 1);
      q[k] = k == event ? probability(odds) : rest * share;
    }
    return Categorical.of(q);
  }

  /** The prediction as one of classes. */
  static Categorical categorical(Object p) {
    if (p instanceof Categorical categorical) {
      return categorical;
    }
    throw new IllegalArgumentException("this map is for predictions of classes, got " + p);
  }
}
