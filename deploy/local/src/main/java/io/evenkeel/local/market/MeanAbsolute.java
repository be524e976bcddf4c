package io.evenkeel.local.market;

/** The exponentially weighted mean of absolute returns, which a single big one shakes less. */
final class MeanAbsolute implements Volatility {
  private final ExponentialMean sizes;

  MeanAbsolute(double decay) {
    sizes = new ExponentialMean(decay);
  }

  @Override
  public void add(double basisPoints) {
    sizes.add(Math.abs(basisPoints));
  }

  @Override
  public double value() {
    return sizes.value();
  }
}
