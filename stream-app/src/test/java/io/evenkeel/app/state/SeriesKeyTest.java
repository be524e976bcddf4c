package io.evenkeel.app.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesKeyTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "v1", "a|b", "a\\b", "\\", "|", "||", "\\|", "größe=ß"})
  void readsWhatItWrote(String part) {
    SeriesKey series = new SeriesKey("model" + part, part, part);

    assertThat(SeriesKey.parse(series.key())).isEqualTo(series);
    assertThat(SeriesKey.parse(series.pane(1_700_000_000_000L))).isEqualTo(series);
    assertThat(SeriesKey.parse(series.partial(1_700_000_000_000L, 3))).isEqualTo(series);
  }

  @Test
  void tellsSeriesApartWhoseNamesContainTheSeparator() {
    assertThat(new SeriesKey("a", "b|c", "").key())
        .isNotEqualTo(new SeriesKey("a|b", "c", "").key());
  }

  @Test
  void sortsPanesByTheirTime() {
    SeriesKey series = SeriesKey.whole("m", "");

    assertThat(List.of(series.pane(0), series.pane(9), series.pane(10), series.pane(1L << 40)))
        .isSorted();
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        7,
        -7,
        1_700_000_000_000L,
        99_999_999_999_999L,
        1L << 50,
        -(1L << 50),
        Long.MIN_VALUE,
        Long.MAX_VALUE
      })
  void padsTimesWithZeros(long time) {
    assertThat(SeriesKey.whole("m", "v").pane(time))
        .isEqualTo(String.format(Locale.ROOT, "m|v||%015d", time));
  }

  @Test
  void startsTheKeysOfAModelsSeriesWithThatOfTheModel() {
    SeriesKey series = new SeriesKey("m", "v", "a=b");

    assertThat(series.key()).startsWith(series.modelKey() + "|");
    assertThat(series.pane(5)).startsWith(series.panePrefix());
  }

  @Test
  void refusesWhatIsNoKey() {
    assertThatThrownBy(() -> SeriesKey.parse("model|version"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("model|version");
  }

  @Test
  void speaksOfASeriesInWords() {
    assertThat(SeriesKey.whole("churn", "").inWords()).isEqualTo("churn");
    assertThat(new SeriesKey("churn", "v3", "country=DE").inWords())
        .isEqualTo("churn v3 (country=DE)");
  }
}
