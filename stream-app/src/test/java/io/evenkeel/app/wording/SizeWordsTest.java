package io.evenkeel.app.wording;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.app.wording.SizeWords.OpenEnd;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeWordsTest {
  @ParameterizedTest
  @CsvSource({
    "2.67, 1.67, 2.67, UPPER, scale = 2.67 or more (at least 1.67)",
    "2.5, 1.67, 2.67, UPPER, scale = 2.50 (1.67 to 2.67 or more)",
    "2.67, 1.67, 2.67, NONE, scale = 2.67 (1.67 to 2.67)",
    "-0.8, -0.8, -0.719, LOWER, scale = -0.800 or less (at most -0.719)",
    "-0.799, -0.8, -0.719, LOWER, scale = -0.799 (-0.800 or less to -0.719)"
  })
  void saysTheOpenEndOfASize(
      double estimate, double lower, double upper, OpenEnd open, String words) {
    assertThat(SizeWords.of("scale", estimate, lower, upper, open)).isEqualTo(words);
  }
}
