package io.evenkeel.core.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuartilesTest {
  private static final double Z99 = 2.5758293035489004;
  private static final double UPPER_QUARTILE = 0.6744897501960817;

  private final SplittableRandom random = new SplittableRandom(7);

  private double[] normals(int n, double sd) {
    return IntStream.range(0, n).mapToDouble(i -> sd * random.nextGaussian()).toArray();
  }

  private static double[] counts(Feature feature, double... values) {
    double[] counts = new double[feature.cells()];
    for (double value : values) {
      counts[feature.cell(value)]++;
    }
    return counts;
  }

  @Test
  void areThoseOfTheValues() {
    NumericFeature feature = NumericFeature.of("x", normals(10_000, 1));

    Quartiles quartiles = Quartiles.of(feature, counts(feature, normals(100_000, 1.5)));

    assertThat(quartiles.lower()).isCloseTo(-1.5 * UPPER_QUARTILE, within(0.05));
    assertThat(quartiles.median()).isCloseTo(0, within(0.05));
    assertThat(quartiles.upper()).isCloseTo(1.5 * UPPER_QUARTILE, within(0.05));
  }

  @Test
  void areInfiniteBesideTheSample() {
    NumericFeature feature = NumericFeature.of("x", normals(1000, 1));

    assertThat(Quartiles.of(feature, counts(feature, 50, 51, 52)).median())
        .isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(Quartiles.of(feature, counts(feature, -50, -51, -52)).median())
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(Quartiles.of(feature, new double[feature.cells()]).median()).isNaN();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.8, 1, 1.3})
  void theirRangesHoldTheRatioAboutAsOftenAsTheySay(double sd) {
    int repetitions = 2000;
    int covered = 0;
    for (int i = 0; i < repetitions; i++) {
      double[] sample = normals(1000, 1);
      NumericFeature feature = NumericFeature.of("x", sample);
      Quartiles before = Quartiles.of(feature, counts(feature, sample));
      Quartiles since = Quartiles.of(feature, counts(feature, normals(200, sd)));
      covered += since.rangeRatio(before, Z99, 1).orElseThrow().contains(sd) ? 1 : 0;
    }

    assertThat((double) covered / repetitions).isBetween(0.975, 0.998);
  }

  @Test
  void countLessWhereTheyDependOnEachOther() {
    NumericFeature feature = NumericFeature.of("x", normals(1000, 1));
    Quartiles one = Quartiles.of(feature, counts(feature, normals(400, 1)));
    Quartiles other = Quartiles.of(feature, counts(feature, normals(400, 1)));

    double width = Math.log(one.rangeRatio(other, Z99, 1).orElseThrow().upper());
    double wider = Math.log(one.rangeRatio(other, Z99, 4).orElseThrow().upper());
    double centre = Math.log(one.range() / other.range());

    assertThat(wider - centre).isCloseTo(2 * (width - centre), within(1e-9));
  }
}
