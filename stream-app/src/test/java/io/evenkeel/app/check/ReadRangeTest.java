package io.evenkeel.app.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.check.ReadRange.Span;
import org.junit.jupiter.api.Test;

class ReadRangeTest {

  @Test
  void takesAllByDefault() {
    Span span = new ReadRange(null, null, 1000).in(5, 5, 95, 3);

    assertThat(span).isEqualTo(new Span(5, 95, 5, 95));
    assertThat(span.whole()).isTrue();
  }

  @Test
  void sharesTheLastAmongPartitionsRoundedUp() {
    assertThat(new ReadRange(null, 10L, 1000).in(0, 0, 95, 3).from()).isEqualTo(91);
    assertThat(new ReadRange(null, 10L, 1000).in(94, 94, 95, 3).from()).isEqualTo(94);
  }

  @Test
  void takesTheOldestOfTheRangeWhenThereAreTooMany() {
    Span span = new ReadRange(null, null, 10).in(5, 20, 95, 1);

    assertThat(span.from()).isEqualTo(20);
    assertThat(span.to()).isEqualTo(30);
    assertThat(span.whole()).isFalse();
  }

  @Test
  void refusesNumbersBelowOne() {
    assertThatThrownBy(() -> new ReadRange(null, 0L, 1)).hasMessageContaining("--last");
    assertThatThrownBy(() -> new ReadRange(null, null, 0)).hasMessageContaining("--max");
  }
}
