package io.evenkeel.local.market;

/** The volatility of RiskMetrics, but never far below its level of the past day. */
final class FlooredVolatility implements Volatility {
  private static final double SLOW_DECAY = 0.999;
  private static final double FLOOR = 0.7;

  private final Volatility fast = new RootMeanSquare(RISK_METRICS_DECAY);
  private final Volatility slow = new RootMeanSquare(SLOW_DECAY);

  @Override
  public void add(double basisPoints) {
    fast.add(basisPoints);
    slow.add(basisPoints);
  }

  @Override
  public double value() {
    return Math.max(fast.value(), FLOOR * slow.value());
  }
}
