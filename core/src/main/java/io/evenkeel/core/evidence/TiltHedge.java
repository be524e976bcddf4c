package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;
import java.util.Arrays;

/**
 * One bet on many tilts, whose weights follow what they have won: mutable. After each pane a share
 * of all weight is spread evenly, so that a tilt that has long been wrong is found soon when it
 * becomes right. (Herbster and Warmuth 1998, doi:10.1023/A:1007424614876.)
 *
 * <p>The weights are fixed before the pane, so the factor is an average of factors with expectation
 * at most 1.
 */
final class TiltHedge {
  private static final double SHARED = 0.05;

  private final double shared;
  private final double[] weights;

  /** Even weights for so many tilts. */
  TiltHedge(int size) {
    this(size, SHARED);
  }

  /** Even weights for so many, of which a share is spread evenly after each pane. */
  TiltHedge(int size, double shared) {
    this.shared = shared;
    this.weights = new double[size];
    Arrays.fill(weights, 1.0 / size);
  }

  /** The logarithm of the factor, from those of the tilts. */
  double logFactor(double... logFactors) {
    double largest = Arrays.stream(logFactors).max().orElse(0);
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] * Math.exp(logFactors[k] - largest);
    }
    return largest + Math.log(sum);
  }

  /** Learns what the tilts have won. */
  void add(double... logFactors) {
    double all = logFactor(logFactors);
    for (int k = 0; k < weights.length; k++) {
      double won = weights[k] * Math.exp(logFactors[k] - all);
      weights[k] = (1 - shared) * won + shared / weights.length;
    }
  }

  /** The tilt with the largest weight. */
  int best() {
    int best = 0;
    for (int k = 1; k < weights.length; k++) {
      best = weights[k] > weights[best] ? k : best;
    }
    return best;
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
