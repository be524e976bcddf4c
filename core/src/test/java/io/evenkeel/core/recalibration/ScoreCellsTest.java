package io.evenkeel.core.recalibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoreCellsTest {
  private final ScoreCells cells = new ScoreCells(-2, -1, -0.3, 0.1, 1, 2.2);

  private double[] counts(double n, double shift, double scale) {
    double[] shares = cells.probabilities(new LocationScale(shift, scale));
    return Arrays.stream(shares).map(share -> n * share).toArray();
  }

  @Test
  void theProbabilitiesOfAMapAreThoseOfItsNormalDistribution() {
    double[] probabilities = cells.probabilities(new LocationScale(0.5, 2));
    NormalDistribution normal = NormalDistribution.of(0.5, 2);

    assertThat(Arrays.stream(probabilities).sum()).isCloseTo(1, within(1e-12));
    assertThat(probabilities[0]).isCloseTo(normal.cumulativeProbability(-2), within(1e-12));
    assertThat(probabilities[3]).isCloseTo(normal.probability(-0.3, 0.1), within(1e-12));
    assertThat(probabilities[6]).isCloseTo(normal.survivalProbability(2.2), within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "0.3, 1.3", "-1, 0.5", "2, 3", "-2, 0.6", "6, 5"})
  void findsTheMapThatCountsFollow(double shift, double scale) {
    LocationScale fitted = cells.fit(counts(1e9, shift, scale));

    assertThat(fitted.shift()).isCloseTo(shift, within(1e-4 * scale));
    assertThat(fitted.scale()).isCloseTo(scale, within(1e-4 * scale));
  }

  @Test
  void noOtherMapHasALargerShrunkLikelihood() {
    double[] counts = {30, 10, 4, 0, 17, 2, 90};
    LocationScale fitted = cells.fit(counts);
    double best = cells.logRatio(fitted, counts) - cells.shrinkage(fitted);

    for (double shift : new double[] {-0.01, 0, 0.01}) {
      for (double scale : new double[] {-0.01, 0, 0.01}) {
        LocationScale other = new LocationScale(fitted.shift() + shift, fitted.scale() + scale);
        assertThat(cells.logRatio(other, counts) - cells.shrinkage(other))
            .isLessThanOrEqualTo(best);
      }
    }
  }

  @Test
  void fewLabelsHardlyMoveIt() {
    LocationScale fitted = cells.fit(counts(1, 1, 1));

    assertThat(fitted.shift()).isCloseTo(1.0 / 11, within(0.05));
    assertThat(cells.fit(new double[7]))
        .satisfies(none -> assertThat(none.shift()).isCloseTo(0, within(1e-9)))
        .satisfies(none -> assertThat(none.scale()).isCloseTo(1, within(1e-9)));
  }

  @Test
  void countsInOneCellHaveAMapToo() {
    double[] counts = new double[7];
    counts[6] = 1e6;

    LocationScale fitted = cells.fit(counts);

    assertThat(fitted.shift()).isFinite().isGreaterThan(2.2);
    assertThat(fitted.scale()).isFinite().isPositive();
  }

  @Test
  void twoCellsDoNotDetermineBoth() {
    assertThat(new ScoreCells(0.0).fit(10, 30)).isEqualTo(new LocationScale(0, 1));
  }

  @Test
  void refusesScoresThatDoNotAscend() {
    assertThatThrownBy(() -> new ScoreCells(1, 1)).hasMessageStartingWith("scores must ascend");
    assertThatThrownBy(() -> new ScoreCells(Double.NaN))
        .hasMessageStartingWith("scores must ascend");
  }
}
