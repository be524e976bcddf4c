package io.evenkeel.app.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainNumberTest {

  @ParameterizedTest
  @CsvSource({"12, 12", "-0.5, -0.5", "1e3, 1000", "' 7 ', 7", "+.5E-1, 0.05"})
  void readsWhatProgramsWrite(String text, double number) {
    assertThat(PlainNumber.parse(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"12d", "12F", "1.5d ", "0x1p3", "-0X1.8P1", "", " ", "1,5", "twelve"})
  void refusesWhatOnlyJavaTakesForANumber(String text) {
    assertThatThrownBy(() -> PlainNumber.parse(text)).isInstanceOf(NumberFormatException.class);
  }
}
