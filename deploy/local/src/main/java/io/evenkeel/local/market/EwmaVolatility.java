package io.evenkeel.local.market;

/**
 * The root of the exponentially weighted mean of squared returns.
 *
 * <p>The weights are those of J.P. Morgan/Reuters, RiskMetrics Technical Document, 4th ed. (1996),
 * section 5.2, divided by their sum, so that the first returns count in full.
 */
final class EwmaVolatility implements Volatility {
  /** The decay of RiskMetrics, made for days and used for minutes all the same. */
  static final double RISK_METRICS = 0.94;

  private final double decay;
  private double squares;
  private double weight;

  /**
   * @param decay weight of a return relative to the next one, in (0, 1)
   */
  EwmaVolatility(double decay) {
    if (!(decay > 0 && decay < 1)) {
      throw new IllegalArgumentException("decay must lie in (0, 1), got " + decay);
    }
    this.decay = decay;
  }

  @Override
  public void add(double basisPoints) {
    squares = decay * squares + (1 - decay) * basisPoints * basisPoints;
    weight = decay * weight + (1 - decay);
  }

  @Override
  public double value() {
    return Math.sqrt(squares / weight);
  }
}
