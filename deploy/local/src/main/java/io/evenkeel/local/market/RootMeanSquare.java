package io.evenkeel.local.market;

/**
 * The root of the exponentially weighted mean of squared returns.
 *
 * <p>J.P. Morgan/Reuters, RiskMetrics Technical Document, 4th ed. (1996), section 5.2.
 */
final class RootMeanSquare implements Volatility {
  private final ExponentialMean squares;

  RootMeanSquare(double decay) {
    squares = new ExponentialMean(decay);
  }

  @Override
  public void add(double basisPoints) {
    squares.add(basisPoints * basisPoints);
  }

  @Override
  public double value() {
    return Math.sqrt(squares.value());
  }
}
