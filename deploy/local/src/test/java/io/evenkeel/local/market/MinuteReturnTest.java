package io.evenkeel.local.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MinuteReturnTest {
  private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

  @Test
  void weighsPricesByVolume() {
    List<MinuteReturn> returns =
        MinuteReturn.of(List.of(trade(5, 100, 1), trade(70, 100, 3), trade(119, 104, 1)));

    assertThat(returns).hasSize(1);
    assertThat(returns.get(0).start()).isEqualTo("2026-11-20T10:01:00Z");
    assertThat(returns.get(0).end()).isEqualTo("2026-11-20T10:02:00Z");
    assertThat(returns.get(0).basisPoints().orElseThrow())
        .isCloseTo(10_000 * Math.log(1.01), within(1e-9));
  }

  @Test
  void hasNoReturnWithoutATradeAndThenCountsFromTheLastPrice() {
    List<MinuteReturn> returns = MinuteReturn.of(List.of(trade(0, 100, 1), trade(120, 110, 1)));

    assertThat(returns).hasSize(2);
    assertThat(returns.get(0).basisPoints()).isEmpty();
    assertThat(returns.get(1).basisPoints().orElseThrow())
        .isCloseTo(10_000 * Math.log(1.1), within(1e-9));
  }

  @Test
  void refusesTradesOutOfOrder() {
    assertThatThrownBy(() -> MinuteReturn.of(List.of(trade(60, 100, 1), trade(59, 100, 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2026-11-20T10:00:59Z");
  }

  private static Trade trade(long seconds, double price, double amount) {
    return new Trade(START.plusSeconds(seconds), price, amount);
  }
}
