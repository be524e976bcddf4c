package io.evenkeel.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class TimeConverterTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:30:00Z");

  private final TimeConverter converter = new TimeConverter(() -> NOW);

  @ParameterizedTest
  @CsvSource({
    "2026-01-31T12:00:00Z, 2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00+02:00, 2026-01-31T10:00:00Z",
    "2026-01-31, 2026-01-31T00:00:00Z",
    "today, 2026-03-01T00:00:00Z",
    "Yesterday, 2026-02-28T00:00:00Z",
    "12h, 2026-02-28T22:30:00Z"
  })
  void readsTimes(String text, Instant time) {
    assertThat(converter.convert(text)).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "2026-02-30", "2026-01-31T12:00:00", "1769860800"})
  void refusesWhatIsNone(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'" + text + "' is no time: write 2026-01-31T12:00:00Z");
  }
}
