package io.evenkeel.local.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TradeFileTest {

  @Test
  void readsTheWeekOfBitstamp() {
    List<Trade> trades = TradeFile.bitstamp();

    assertThat(trades).hasSize(100_000);
    assertThat(trades.get(0))
        .isEqualTo(new Trade(Instant.parse("2013-11-25T00:00:00Z"), 800.01, 0.1));
    assertThat(trades.get(99_999).time()).isEqualTo("2013-12-01T16:02:05Z");
  }

  @Test
  void refusesATradeWithoutAPrice() {
    var file = new StringReader("timestamp,price,amount\n1385337600,NaN,1\n");

    assertThatThrownBy(() -> TradeFile.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("price must be positive and finite, got NaN");
  }
}
