package io.evenkeel.local.market;

/**
 * A mean, mutable, in which each value weighs less by a constant factor than the next one; the
 * weights sum to one from the first value on.
 */
final class ExponentialMean {
  private final double decay;
  private double sum;
  private double weight;

  /**
   * @param decay weight of a value relative to the next one, in (0, 1)
   */
  ExponentialMean(double decay) {
    if (!(decay > 0 && decay < 1)) {
      throw new IllegalArgumentException("decay must lie in (0, 1), got " + decay);
    }
    this.decay = decay;
  }

  void add(double value) {
    sum = decay * sum + (1 - decay) * value;
    weight = decay * weight + (1 - decay);
  }

  /** NaN before the first value. */
  double value() {
    return sum / weight;
  }
}
