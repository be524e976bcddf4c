package io.evenkeel.local.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class VolatilityTest {

  @Test
  void ofOneReturnIsItsSize() {
    for (Volatility volatility :
        List.of(new RootMeanSquare(0.94), new MeanAbsolute(0.94), new FlooredVolatility())) {
      volatility.add(-30);

      assertThat(volatility.value()).isCloseTo(30, within(1e-12));
    }
  }

  @Test
  void weighsTheLatestReturnMost() {
    Volatility root = new RootMeanSquare(0.5);
    Volatility mean = new MeanAbsolute(0.5);
    for (double value : new double[] {1, -4}) {
      root.add(value);
      mean.add(value);
    }

    assertThat(root.value()).isCloseTo(Math.sqrt((1 + 2 * 16) / 3.0), within(1e-12));
    assertThat(mean.value()).isCloseTo((1 + 2 * 4) / 3.0, within(1e-12));
  }

  @Test
  void withAFloorFollowsTheFastOneUpAndStopsFallingInAQuietMarket() {
    Volatility floored = new FlooredVolatility();
    Volatility fast = new RootMeanSquare(Volatility.RISK_METRICS_DECAY);
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
    // 0.7 of the slow volatility, of which nearly half the weight is on the first hundred returns.
    assertThat(floored.value()).isBetween(0.7 * 10 * Math.sqrt(0.45), 0.7 * 10 * Math.sqrt(0.5));
  }

  @Test
  void refusesADecayThatForgetsNothing() {
    assertThatThrownBy(() -> new RootMeanSquare(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("decay must lie in (0, 1), got 1.0");
  }
}
