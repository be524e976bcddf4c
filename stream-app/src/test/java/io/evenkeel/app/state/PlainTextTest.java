package io.evenkeel.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {

  @Test
  void isWhatForgesNoLinesOrColours() {
    assertThat(PlainText.is("déjà vu 😀 | 100 %")).isTrue();
    for (int other : new int[] {0, '\n', 0x1b, 0x9b, 0x2028, 0x202e, 0xd800, 0xdfff}) {
      assertThat(PlainText.is("a" + (char) other)).as("%x", other).isFalse();
    }
  }

  @Test
  void showsOtherCharactersAsEscapes() {
    assertThat(PlainText.of("déjà vu 😀")).isEqualTo("déjà vu 😀");
    assertThat(PlainText.of((char) 0x1b + "[31mred\n$1" + (char) 0xd800))
        .isEqualTo("\\u001b[31mred\\u000a$1\\ud800");
  }

  @Test
  void namesASeriesInOneLine() {
    assertThat(SeriesKey.whole("churn\nFAKE LINE", "").inWords())
        .isEqualTo("churn\\u000aFAKE LINE");
  }
}
