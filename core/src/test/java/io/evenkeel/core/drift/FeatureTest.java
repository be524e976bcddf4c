package io.evenkeel.core.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.hypothesis.TestResult;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FeatureTest {

  private static double[] counts(Feature feature, double... values) {
    double[] counts = new double[feature.cells()];
    for (double value : values) {
      counts[feature.cell(value)]++;
    }
    return counts;
  }

  @Test
  void putsAValueUpToACutBelowIt() {
    NumericFeature feature = new NumericFeature("age", 1, -1, 0, 2);

    assertThat(DoubleStream.of(Double.NaN, -5, -1, -0.5, -0.0, 0, 1, 2, 3).map(feature::cell))
        .containsExactly(0.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 4.0);
    assertThat(feature.cells()).isEqualTo(5);
  }

  @Test
  void givesEveryCategoryACellAndOneToAllOthers() {
    CategoricalFeature feature = new CategoricalFeature("plan", 0, 1, 7);

    assertThat(DoubleStream.of(Double.NaN, -0.0, 1, 7, 2, -3).map(feature::cell))
        .containsExactly(0.0, 1.0, 2.0, 3.0, 4.0, 4.0);
    assertThat(feature.cells()).isEqualTo(5);
  }

  @Test
  void tellsCategoriesFromNumbers() {
    double[] flags = IntStream.range(0, 20).mapToDouble(i -> i % 4 == 0 ? 1 : -0.0).toArray();

    assertThat(Feature.of("flag", flags)).isInstanceOf(CategoricalFeature.class);
    assertThat(((CategoricalFeature) Feature.of("flag", flags)).values()).containsExactly(0, 1);
    assertThat(Feature.of("few", 1, 2, 2)).isInstanceOf(NumericFeature.class);
    assertThat(Feature.of("many", IntStream.range(0, 99).mapToDouble(i -> i % 11).toArray()))
        .isInstanceOf(NumericFeature.class);
  }

  @Test
  void cutsAtTheDecilesAndBeyond() {
    NumericFeature feature =
        (NumericFeature) Feature.of("x", IntStream.rangeClosed(1, 100).asDoubleStream().toArray());

    double margin = 4 * feature.deviation();
    assertThat(feature.deviation()).isCloseTo(Math.sqrt(100 * 101 / 12.0), within(1e-12));
    assertThat(feature.cuts())
        .containsExactly(
            1 - margin, Math.nextDown(1.0), 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100 + margin);
  }

  @Test
  void takesNumbersOfAnySize() {
    double most = Double.MAX_VALUE;
    Feature huge = Feature.of("huge", -most, most, 0);
    Feature single = Feature.of("single", 3);

    double[] reference = counts(huge, -most, most, 0);
    assertThat(huge.displacement(reference, counts(huge, most, most)).distance()).isPositive();
    assertThat(((NumericFeature) single).deviation()).isEqualTo(1);
    assertThat(single.displacement(counts(single, 3, 3), counts(single, 3)).distance()).isZero();
  }

  /** Against ∫ |F − G| of the samples themselves, of which no value lies beyond a cut. */
  @Test
  void hasTheWassersteinDistanceBetweenSamplesAtTheCuts() {
    NumericFeature feature = new NumericFeature("x", 2, 0, 1, 2, 3, 4);
    Random random = new Random(1);
    double[] x = random.doubles(200, 1, 5).map(Math::floor).toArray();
    double[] y = random.doubles(200, 2, 5).map(Math::floor).toArray();
    // Uniform within each cell is at its middle on average, where one of these jumps.
    double[] sortedX = Arrays.stream(x).sorted().toArray();
    double[] sortedY = Arrays.stream(y).sorted().toArray();
    double distance = 0;
    for (int i = 0; i < 200; i++) {
      distance += Math.abs(sortedX[i] - sortedY[i]) / 200 / feature.deviation();
    }

    Feature.Displacement displacement =
        feature.displacement(counts(feature, x), counts(feature, y));
    assertThat(displacement.distance()).isCloseTo(distance, within(1e-12));
    assertThat(displacement.shift()).isCloseTo(distance, within(1e-12));
  }

  @Test
  void sumsWhatCategoriesGained() {
    CategoricalFeature feature = new CategoricalFeature("plan", 0, 1);

    assertThat(
            feature
                .displacement(counts(feature, 0, 0, 0, 1), counts(feature, 0, 1, 2, 2))
                .distance())
        .isEqualTo(0.5);
  }

  @Test
  void hasThePValuesOfTheTables() {
    assertThat(KolmogorovSmirnovTest.survival(1.3581)).isCloseTo(0.05, within(1e-5));
    assertThat(KolmogorovSmirnovTest.survival(1.7308)).isCloseTo(0.005, within(1e-6));
    assertThat(KolmogorovSmirnovTest.survival(0.5)).isCloseTo(0.963945, within(1e-6));
    assertThat(KolmogorovSmirnovTest.survival(0)).isEqualTo(1);
    // (10·25 − 20·15)² 70 / (30·40·25·45)
    TestResult table = ChiSquaredTest.test(new double[] {10, 20}, new double[] {15, 25});
    assertThat(table.statistic()).isCloseTo(2500.0 * 70 / (30 * 40 * 25 * 45), within(1e-12));
    assertThat(table.rank()).isEqualTo(1);
  }

  @Test
  void putsRareCategoriesTogether() {
    TestResult together =
        ChiSquaredTest.test(new double[] {50, 46, 2, 2}, new double[] {50, 40, 5, 5});
    TestResult left = ChiSquaredTest.test(new double[] {50, 48, 2}, new double[] {50, 50, 0});
    TestResult without = ChiSquaredTest.test(new double[] {50, 48}, new double[] {50, 50});

    assertThat(together.rank()).isEqualTo(2);
    assertThat(together.statistic())
        .isCloseTo(
            ChiSquaredTest.test(new double[] {50, 46, 4}, new double[] {50, 40, 10}).statistic(),
            within(1e-12));
    assertThat(left.pValue()).isEqualTo(without.pValue());
    assertThat(left.rank()).isEqualTo(1);
  }

  /** A chunk is often a hundredth of what it is compared with. */
  @Test
  void noticesWhatWasNeverSeenInASampleThatIsSmallBesideTheOther() {
    double[] before = {60_000, 40_000, 0};
    // P-values by the binomial distribution of 12 and 1 / 101, twice that of one side.
    assertThat(ChiSquaredTest.test(before, new double[] {593, 395, 12}).pValue()).isLessThan(1e-20);
    assertThat(ChiSquaredTest.test(new double[] {3600, 0}, new double[] {0, 40}).pValue())
        .isLessThan(1e-70);
    assertThat(ChiSquaredTest.test(new double[] {990, 10}, new double[] {99, 1}).pValue())
        .as("as often as before")
        .isEqualTo(1);
  }

  @Test
  void keepsItsSizeWithCellsThatAreRare() {
    SplittableRandom random = new SplittableRandom(20261130);
    double[] shares = {0.9, 0.06, 0.03, 0.006, 0.003, 0.001};
    int[] rejected = new int[2];
    int times = 4000;
    for (int time = 0; time < times; time++) {
      double p = ChiSquaredTest.test(draw(shares, 2000, random), draw(shares, 60, random)).pValue();
      rejected[0] += p <= 0.05 ? 1 : 0;
      rejected[1] += p <= 0.01 ? 1 : 0;
    }
    // Four standard errors beyond.
    assertThat(rejected[0]).isLessThan((int) (times * (0.05 + 4 * Math.sqrt(0.05 / times))));
    assertThat(rejected[1]).isLessThan((int) (times * (0.01 + 4 * Math.sqrt(0.01 / times))));
  }

  private static double[] draw(double[] shares, int cases, SplittableRandom random) {
    double[] counts = new double[shares.length];
    for (int i = 0; i < cases; i++) {
      double at = random.nextDouble();
      int cell = 0;
      while (cell < shares.length - 1 && at >= shares[cell]) {
        at -= shares[cell++];
      }
      counts[cell]++;
    }
    return counts;
  }

  @Test
  void saysNothingWithoutCases() {
    double[] none = new double[3];
    double[] some = {5, 9, 30};

    assertThat(KolmogorovSmirnovTest.test(none, some).degenerate()).isTrue();
    assertThat(ChiSquaredTest.test(some, none).degenerate()).isTrue();
    assertThat(ChiSquaredTest.test(none, none).pValue()).isEqualTo(1);
    assertThat(new CategoricalFeature("c", 1).displacement(none, some).distance()).isNaN();
  }

  @Test
  void refusesCutsThatDoNotAscend() {
    assertThatThrownBy(() -> new NumericFeature("age", 1, 2, 2))
        .hasMessage("age must ascend, got 2.0 after 2.0");
    assertThatThrownBy(() -> new CategoricalFeature("plan")).hasMessageContaining("plan");
    assertThatThrownBy(() -> new NumericFeature("age", 0, 1)).hasMessageContaining("deviation");
  }
}
