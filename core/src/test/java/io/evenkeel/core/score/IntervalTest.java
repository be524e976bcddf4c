package io.evenkeel.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class IntervalTest {

  @Test
  void isEverythingAroundWhatIsNotKnown() {
    assertThat(Interval.around(1, 0.5)).isEqualTo(new Interval(0.5, 1.5));
    assertThat(Interval.around(1, Double.NaN)).isEqualTo(Interval.EVERYTHING);
    assertThat(Interval.around(Double.NaN, 1)).isEqualTo(Interval.EVERYTHING);
  }

  @Test
  void holdsItsEndsAndBringsOthersToThem() {
    Interval interval = new Interval(-1, 2);

    assertThat(interval.contains(-1)).isTrue();
    assertThat(interval.contains(2.5)).isFalse();
    assertThat(interval.nearest(2.5)).isEqualTo(2);
    assertThat(interval.nearest(0)).isEqualTo(0);
    assertThat(interval.hull(new Interval(3, 4))).isEqualTo(new Interval(-1, 4));
  }

  @Test
  void endsWhereItBeginsOrLater() {
    assertThatThrownBy(() -> new Interval(1, 0)).hasMessageContaining("got 1.0 to 0.0");
    assertThatThrownBy(() -> new Interval(Double.NaN, 0)).hasMessageContaining("NaN");
  }
}
