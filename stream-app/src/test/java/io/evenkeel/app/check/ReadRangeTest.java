package io.evenkeel.app.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.check.ReadRange.Span;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReadRangeTest {

  private static List<Span> partitions(long... ends) {
    return LongStream.of(ends).mapToObj(end -> Span.from(0, 0, end)).toList();
  }

  @Test
  void takesAllByDefault() {
    Span all = Span.from(0, 5, 95);

    assertThat(new ReadRange(null, null, 1000).of(List.of(all)))
        .containsExactly(new Span(5, 95, 5, 95, 0));
    assertThat(all.whole()).isTrue();
  }

  @Test
  void sharesTheLastAmongPartitionsRoundedUp() {
    assertThat(new ReadRange(null, 10L, 1000).of(partitions(95, 95, 95)))
        .extracting(Span::from)
        .containsExactly(91L, 91L, 91L);
  }

  @Test
  void givesWhatAPartitionHasNotToTheOthers() {
    assertThat(new ReadRange(null, 100L, 1000).of(partitions(0, 250, 10, 0)))
        .extracting(span -> span.to() - span.from())
        .containsExactly(0L, 90L, 10L, 0L);
    assertThat(new ReadRange(null, null, 1000).of(partitions(0, 0, 999, 1)))
        .allSatisfy(span -> assertThat(span.leftOut()).isZero());
  }

  @Test
  void takesTheOldestOfTheRangeWhenThereAreTooMany() {
    List<Span> spans = new ReadRange(null, null, 10).of(List.of(Span.from(20, 5, 95)));

    assertThat(spans).containsExactly(new Span(20, 30, 5, 95, 65));
    assertThat(spans.get(0).whole()).isFalse();
  }

  @Test
  void refusesNumbersBelowOne() {
    assertThatThrownBy(() -> new ReadRange(null, 0L, 1)).hasMessageContaining("--last");
    assertThatThrownBy(() -> new ReadRange(null, null, 0)).hasMessageContaining("--max");
  }
}
