package io.evenkeel.app.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.dataset.TimeColumn.Format;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeColumnTest {
  private static long millis(Format format, String text) {
    return new TimeColumn("t", format, null, null)
        .in(new Columns("a.csv", List.of("t")), "time")
        .applyAsLong(new Row(1, List.of(text)));
  }

  /** As tables write whole numbers where a cell is missing, and R long ones. */
  @ParameterizedTest
  @CsvSource({
    "1735689600, EPOCH_SECONDS, 1735689600000",
    "1735689600.0, EPOCH_SECONDS, 1735689600000",
    "1735689600.25, EPOCH_SECONDS, 1735689600250",
    "1.7356896E9, EPOCH_SECONDS, 1735689600000",
    "1735689600001, EPOCH_MILLIS, 1735689600001",
    "1735689600001.0, EPOCH_MILLIS, 1735689600001",
    "1.7356896e+12, EPOCH_MILLIS, 1735689600000"
  })
  void takesSecondsAndMillisecondsAsTheyAreWritten(String text, Format format, long millis) {
    assertThat(Format.guess(text)).isEqualTo(format);
    assertThat(millis(format, text)).isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "1e999", "1e30", ""})
  void refusesWhatIsNoNumber(String text) {
    for (Format format : List.of(Format.EPOCH_SECONDS, Format.EPOCH_MILLIS)) {
      assertThatThrownBy(() -> millis(format, text))
          .isInstanceOf(UnusableRowException.class)
          .hasMessageContaining("a.csv, row 1, column t: expected the format epoch-");
    }
  }

  @Test
  void doesNotTakeANumberWithAnExponentForAYear() {
    assertThat(Format.guess("2.026e3")).isNull();
  }
}
