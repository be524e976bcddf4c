package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeRangeTest {
  /** Each of an hour, from 1970 on. */
  private static final List<JudgedWindow> TEN =
      IntStream.range(0, 10)
          .mapToObj(window -> JudgedWindow.of(OutputRecords.verdict("m", window).build()))
          .toList();

  @ParameterizedTest
  @CsvSource({
    "'', 0, 9",
    "3h, 7, 9",
    "90m, 8, 9",
    "7d, 0, 9",
    "1970-01-01T02:00Z/1970-01-01T04:00Z, 2, 3",
    "1970-01-01T02:30:10Z/1970-01-01T04:00:01.5Z, 2, 4",
    "2026-01-01T00:00Z/2026-01-02T00:00Z, 0, 9"
  })
  void holdsTheWindowsThatTouchItOrAllIfNoneDoes(String range, int first, int last) {
    assertThat(TimeRange.within(TEN, range)).isEqualTo(TEN.subList(first, last + 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "1970-01-01T02:00Z", "1970-01-01T02:00Z/", "/", "a/b"})
  void isRefusedInAnyOtherForm(String range) {
    assertThatThrownBy(() -> TimeRange.within(TEN, range))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no ");
  }
}
