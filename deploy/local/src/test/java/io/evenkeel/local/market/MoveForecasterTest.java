package io.evenkeel.local.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.Categorical;
import org.junit.jupiter.api.Test;

class MoveForecasterTest {

  @Test
  void forecastsTheShareOfStandardisedReturnsBeyondTheLimit() {
    MoveForecaster forecaster = new MoveForecaster();
    // Volatility stays at 10, so the limit of 20 is two volatilities; no return comes near it.
    for (int i = 0; i < 101; i++) {
      forecaster.learn(i % 2 == 0 ? 10 : -10);
    }

    Categorical forecast = (Categorical) forecaster.forecast();

    assertThat(forecast.probability(1)).isCloseTo(0.5 / 101, within(1e-12));
  }

  @Test
  void expectsAMoveWhereTheVolatilityIsAboveTheLimit() {
    MoveForecaster forecaster = new MoveForecaster();
    for (int i = 0; i < 101; i++) {
      forecaster.learn(i % 2 == 0 ? 30 : -30);
    }

    Categorical forecast = (Categorical) forecaster.forecast();

    assertThat(forecast.probability(1)).isCloseTo(100.5 / 101, within(1e-12));
  }

  @Test
  void callsAMoveWhatIsBeyondTheLimitOnEitherSide() {
    MoveForecaster forecaster = new MoveForecaster();

    assertThat(forecaster.target(20)).isEqualTo(new RawTarget.Index(0));
    assertThat(forecaster.target(20.1)).isEqualTo(new RawTarget.Index(1));
    assertThat(forecaster.target(-20.1)).isEqualTo(new RawTarget.Index(1));
  }
}
