package io.evenkeel.app.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.dataset.TimeColumn.Format;
import java.time.Instant;
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
  void refusesMillisecondsAmongSeconds() {
    assertThatThrownBy(() -> millis(Format.EPOCH_SECONDS, "1735689600000"))
        .isInstanceOf(UnusableRowException.class)
        .hasMessageContaining("expected the format epoch-seconds, such as 1769860800");
  }

  @Test
  void doesNotTakeANumberWithAnExponentForAYear() {
    assertThat(Format.guess("2.026e3")).isNull();
  }

  /** As weather services write the time of a run; the last as a table with a missing cell does. */
  @ParameterizedTest
  @ValueSource(
      strings = {"20260131", "2026013112", "202601311200", "20260131120000", "2026013112.0"})
  void doesNotTakeATimeWithoutSeparatorsForSecondsOrMilliseconds(String text) {
    assertThat(Format.guess(text)).isNull();
  }

  /** There is no such month, hour, day or year. */
  @ParameterizedTest
  @CsvSource({
    "1900000000, EPOCH_SECONDS",
    "2010010131, EPOCH_SECONDS",
    "2001024000, EPOCH_SECONDS",
    "1769860800, EPOCH_SECONDS",
    "976986080000, EPOCH_MILLIS"
  })
  void takesNumbersForSecondsAndMillisecondsThatAreNoTimeWithoutSeparators(
      String text, Format format) {
    assertThat(Format.guess(text)).isEqualTo(format);
  }

  /** As ISO, Python and databases write them; 10:00 in UTC. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-28T10:00Z",
        "2026-03-28 10:00:00",
        "2026-03-28 10:00:00.000 UTC",
        "2026-03-28 12:00:00+02:00",
        "2026-03-28 12:00:00+0200",
        "2026-03-28T12:00:00.000000+02",
        "2026-03-28 06:30:00-03:30",
        "2026-03-28T11:00:00+01:00[Europe/Paris]"
      })
  void takesOffsetsAsTheyAreWritten(String text) {
    assertThat(Format.guess(text)).isEqualTo(Format.INSTANT);
    assertThat(millis(Format.INSTANT, text))
        .isEqualTo(Instant.parse("2026-03-28T10:00:00Z").toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-28T00",
        "2026-03-28 24:01:00",
        "2026-03-28 10:00:00+2",
        "2026-03-28 10:00:00 CET",
        "2026-03-28 10:00:00 +02:00Z",
        "2026-03-28 UTC"
      })
  void saysHowATimeIsWrittenWhereItIsNone(String text) {
    assertThatThrownBy(() -> millis(Format.INSTANT, text))
        .isInstanceOf(UnusableRowException.class)
        .hasMessageContaining("such as 2026-01-31T12:00:00Z or 2026-01-31 12:00:00+01:00, got");
  }
}
