package io.evenkeel.local.market;

/** A running volatility, mutable: the typical size of a return, in the unit of the returns. */
interface Volatility {
  /** The decay of RiskMetrics, made for days and used for minutes all the same. */
  double RISK_METRICS_DECAY = 0.94;

  /** Takes in a return. */
  void add(double basisPoints);

  /** The volatility after the returns so far; NaN before the first. */
  double value();
}
