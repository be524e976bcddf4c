package io.evenkeel.app.wording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource({
    "160.4, 160",
    "1549, 1500",
    "99.6, 100",
    "12, 12",
    "1, 1",
    "1.26, 1.3",
    "0.5, 0.5",
    "0.0123, 0.012",
    "1e-5, 10^-5",
    "12345, 10^4",
    "2e18, 10^18"
  })
  void writesEValuesAsPlainNumbersAndHugeOrTinyOnesAsPowersOfTen(double e, String words) {
    assertThat(Numbers.eValue(Math.log(e))).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "3e7, 1.2e7, 3·10^7, 1.2·10^7",
    "9.96e6, 9.8e6, 10^7, 9.8·10^6",
    "184, 180, 184, 180",
    "1042, 1000, 1040, 1000",
    "1.2e-5, 9e-6, 1.2·10^-5, 9·10^-6",
    "4e9, 1.2e7, 10^10, 10^7",
    "20000, 9700, 10^4, 9700"
  })
  void writesTwoEValuesSoThatTheyDoNotReadTheSame(
      double e, double other, String words, String beside) {
    assertThat(Numbers.eValue(Math.log(e), Math.log(other))).isEqualTo(words);
    assertThat(Numbers.eValue(Math.log(other), Math.log(e))).isEqualTo(beside);
  }

  @Test
  void writesInfiniteEValuesBesideEachOther() {
    double infinite = Double.POSITIVE_INFINITY;
    assertThat(Numbers.eValue(infinite, infinite)).isEqualTo("infinite");
  }

  @ParameterizedTest
  @CsvSource({"Infinity, infinite", "-Infinity, 0", "2302.585092994046, 10^1000"})
  void writesEValuesThatNoDoubleHolds(double logE, String words) {
    assertThat(Numbers.eValue(logE)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "0.5, 0.5",
    "0.04961, 0.05",
    "0.0066, 0.0066",
    "0.000123, 0.00012",
    "6.1e-8, 6e-8",
    "9.7e-8, 1e-7",
    "1e-10, 1e-10",
    "9e-151, <1e-10",
    "0, <1e-10"
  })
  void writesPValuesAsPlainNumbersUntilTheyAreTiny(double p, String words) {
    assertThat(Numbers.pValue(p)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 %",
    "0.00042, 0.042 %",
    "0.004, 0.4 %",
    "0.0113, 1.1 %",
    "0.88, 88 %",
    "0.5, 50 %",
    "0.976, 97.6 %",
    "0.98, 98 %",
    "0.9996, 99.96 %",
    "1, 100 %"
  })
  void writesSharesSoThatWhatIsRareCanBeToldApart(double share, String words) {
    assertThat(Numbers.percent(share)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 labels", "1, 1 label", "2, 2 labels", "12345, '12,345 labels'"})
  void countsInTheSingularAndInThePlural(long count, String words) {
    assertThat(Numbers.of(count, "label")).isEqualTo(words);
  }
}
