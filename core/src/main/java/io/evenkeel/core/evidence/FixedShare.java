package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;
import java.util.Arrays;

/**
 * One bet on many alternatives, whose weights follow what they have won: mutable. After each pane a
 * share of all weight is spread as it was at first, so that an alternative that has long been wrong
 * is found soon when it becomes right. (Herbster and Warmuth 1998, doi:10.1023/A:1007424614876.)
 *
 * <p>The weights are fixed before the pane, so the factor is an average of factors with expectation
 * at most 1.
 */
final class FixedShare {
  private static final double SHARED = 0.05;

  private final double shared;
  private final double[] prior;
  private final double[] weights;

  /**
   * Weights that begin as the prior.
   *
   * @param shared the share of all weight, in [0, 1], that goes back to the prior after each pane
   * @param prior positive, with sum 1
   */
  FixedShare(double shared, double... prior) {
    this.shared = shared;
    this.prior = prior;
    this.weights = prior.clone();
  }

  /** Even weights for so many alternatives. */
  static FixedShare even(int size) {
    return even(size, SHARED);
  }

  /** Even weights for so many, of which a share is spread evenly after each pane. */
  static FixedShare even(int size, double shared) {
    double[] prior = new double[size];
    Arrays.fill(prior, 1.0 / size);
    return new FixedShare(shared, prior);
  }

  /** The logarithm of the factor, from those of the alternatives. */
  double logFactor(double... logFactors) {
    double largest = Arrays.stream(logFactors).max().orElse(0);
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] * Math.exp(logFactors[k] - largest);
    }
    return largest + Math.log(sum);
  }

  /** Learns what the alternatives have won. */
  void add(double... logFactors) {
    double all = logFactor(logFactors);
    for (int k = 0; k < weights.length; k++) {
      double won = weights[k] * Math.exp(logFactors[k] - all);
      weights[k] = (1 - shared) * won + shared * prior[k];
    }
  }

  /** The alternative with the largest weight. */
  int best() {
    int best = 0;
    for (int k = 1; k < weights.length; k++) {
      best = weights[k] > weights[best] ? k : best;
    }
    return best;
  }

  /** The weight of one. */
  double weight(int k) {
    return weights[k];
  }

  int length() {
    return weights.length;
  }

  void read(DoubleBuffer state) {
    state.get(weights);
  }

  void write(DoubleBuffer state) {
    state.put(weights);
  }
}
