package io.evenkeel.local.market;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Whether the price moves by more than 20 basis points, up or down: class 1 if so, else class 0.
 *
 * <p>The probability is the share of the past day's returns that would have moved as far under the
 * volatility of now: filtered historical simulation (G. Barone-Adesi, K. Giannopoulos, L. Vosper,
 * VaR without correlations for portfolios of derivative securities, Journal of Futures Markets
 * 19(5), 1999). It takes the shape of the distribution from the market, so heavy tails do not
 * mislead it.
 */
final class MoveForecaster implements Forecaster {
  private static final double MOVE_BASIS_POINTS = 20;
  private static final int MEMORY = 1440;

  private final Volatility volatility = new MeanAbsolute(Volatility.RISK_METRICS_DECAY);
  private final Deque<Double> standardised = new ArrayDeque<>();

  @Override
  public String model() {
    return "btc-move";
  }

  @Override
  public PredictiveDistribution forecast() {
    double limit = MOVE_BASIS_POINTS / volatility.value();
    long moves = standardised.stream().filter(z -> Math.abs(z) > limit).count();
    // Half a case on either side keeps the probability off zero and one.
    double p = (moves + 0.5) / (standardised.size() + 1);
    return Categorical.of(1 - p, p);
  }

  @Override
  public RawTarget target(double basisPoints) {
    return new RawTarget.Index(Math.abs(basisPoints) > MOVE_BASIS_POINTS ? 1 : 0);
  }

  @Override
  public void learn(double basisPoints) {
    double before = volatility.value();
    volatility.add(basisPoints);
    if (before > 0) {
      standardised.addLast(basisPoints / before);
    }
    if (standardised.size() > MEMORY) {
      standardised.removeFirst();
    }
  }
}
