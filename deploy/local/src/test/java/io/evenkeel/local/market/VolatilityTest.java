package io.evenkeel.local.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class VolatilityTest {

  @Test
  void ofOneReturnIsItsSize() {
    Volatility volatility = new EwmaVolatility(0.94);

    volatility.add(-30);

    assertThat(volatility.value()).isCloseTo(30, within(1e-12));
  }

  @Test
  void weighsTheLatestReturnMost() {
    Volatility volatility = new EwmaVolatility(0.5);

    volatility.add(1);
    volatility.add(3);

    // (1/3) · 1² + (2/3) · 3²
    assertThat(volatility.value()).isCloseTo(Math.sqrt(19.0 / 3), within(1e-12));
  }

  @Test
  void withAFloorFollowsTheFastOneUpAndStopsFallingInAQuietMarket() {
    Volatility floored = new FlooredVolatility();
    Volatility fast = new EwmaVolatility(EwmaVolatility.RISK_METRICS);
    for (int i = 0; i < 100; i++) {
      floored.add(i % 2 == 0 ? 10 : -10);
      fast.add(10);
    }
    assertThat(floored.value()).isCloseTo(fast.value(), within(1e-12));

    for (int i = 0; i < 100; i++) {
      floored.add(0);
      fast.add(0);
    }
    assertThat(fast.value()).isLessThan(1);
    // 0.7 of the slow volatility, of which half the weight is still on the first hundred returns.
    assertThat(floored.value()).isBetween(0.7 * 10 * Math.sqrt(0.45), 0.7 * 10 * Math.sqrt(0.5));
  }

  @Test
  void refusesADecayThatForgetsNothing() {
    assertThatThrownBy(() -> new EwmaVolatility(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("decay must lie in (0, 1), got 1.0");
  }
}
