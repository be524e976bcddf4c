package io.evenkeel.local.market;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;

/** The return of the next minute is normal, with mean zero and the volatility of now. */
final class NormalForecaster implements Forecaster {
  private final String model;
  private final Volatility volatility;

  private NormalForecaster(String model, Volatility volatility) {
    this.model = model;
    this.volatility = volatility;
  }

  /**
   * The textbook model. It is over-confident: its volatility sinks within minutes of a quiet
   * market, and the next move is then many standard deviations large.
   */
  static NormalForecaster ewma() {
    return new NormalForecaster("btc-ewma", new RootMeanSquare(Volatility.RISK_METRICS_DECAY));
  }

  /**
   * The same with a floor. Its scale is right over the week; its shape is not, because returns have
   * a sharper peak and heavier tails than any normal distribution.
   */
  static NormalForecaster floored() {
    return new NormalForecaster("btc-floor", new FlooredVolatility());
  }

  @Override
  public String model() {
    return model;
  }

  @Override
  public PredictiveDistribution forecast() {
    return Normal.of(0, volatility.value());
  }

  @Override
  public RawTarget target(double basisPoints) {
    return new RawTarget.Real(basisPoints);
  }

  @Override
  public void learn(double basisPoints) {
    volatility.add(basisPoints);
  }
}
