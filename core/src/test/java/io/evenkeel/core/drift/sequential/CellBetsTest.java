package io.evenkeel.core.drift.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.drift.CategoricalFeature;
import io.evenkeel.core.drift.Feature;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CellBetsTest {
  private static final Feature NUMERIC = Feature.of("x", new Random(1).doubles(256).toArray());
  private static final Feature CATEGORIES = new CategoricalFeature("c", 1, 2, 5);

  private static double[] counts(Feature feature, double... values) {
    double[] counts = new double[feature.cells()];
    Arrays.stream(values).forEach(x -> counts[feature.cell(x)]++);
    return counts;
  }

  /** Every law p with χ²(p, p̂) ≤ δ², the worst one for each bet included. */
  @Test
  void losesUnderEveryLawWithinTheTolerance() {
    Random random = new Random(2);
    for (Feature feature : new Feature[] {NUMERIC, CATEGORIES}) {
      double[] reference = counts(feature, random.doubles(5000).map(u -> 6 * u).toArray());
      double[] law = CellBets.law(reference);
      for (double tolerance : new double[] {0, 0.1, 0.3}) {
        double[][] logs = CellBets.against(feature, reference, tolerance, 0.001).logRatios();
        for (double[] bet : logs) {
          double[] ratio = Arrays.stream(bet).map(Math::exp).toArray();
          double[] worst = tilted(law, ratio, tolerance);
          assertThat(mean(worst, ratio)).isLessThanOrEqualTo(1 + 1e-9);
          assertThat(mean(law, ratio)).isLessThanOrEqualTo(1 + 1e-9);
        }
      }
    }
  }

  /** Nothing is missing, one category was never seen, and no other value: cells without cases. */
  @Test
  void toleratesAsMuchHoweverManyCasesTheReferenceHas() {
    for (double cases : new double[] {100, 4000, 14_000, 1e6, 1e9}) {
      double[] reference = {0, 0.3 * cases, 0.7 * cases, 0, 0};
      double[] law = CellBets.law(reference);
      assertThat(Arrays.stream(law).sum()).isCloseTo(1, within(1e-12));
      for (double[] f : CellBets.functions(CATEGORIES, reference, law)) {
        double mean = mean(law, f);
        double variance = 0;
        for (int c = 0; c < f.length; c++) {
          variance += law[c] * (f[c] - mean) * (f[c] - mean);
        }
        assertThat(CellBets.largestWithin(f, law, 0.3))
            .isCloseTo(mean + 0.3 * Math.sqrt(variance), within(1e-9));
      }
    }
  }

  /** The law of the largest mean of f at a distance. */
  private static double[] tilted(double[] law, double[] f, double tolerance) {
    double mean = mean(law, f);
    double sd = 0;
    for (int c = 0; c < f.length; c++) {
      sd += law[c] * (f[c] - mean) * (f[c] - mean);
    }
    sd = Math.sqrt(sd);
    double[] tilted = law.clone();
    for (int c = 0; c < f.length && sd > 0; c++) {
      tilted[c] *= 1 + tolerance * (f[c] - mean) / sd;
    }
    return tilted;
  }

  private static double mean(double[] law, double[] f) {
    double sum = 0;
    for (int c = 0; c < f.length; c++) {
      sum += law[c] * f[c];
    }
    return sum;
  }

  /** Against a search of laws on a fine grid of two cells. */
  @Test
  void boundsTheMeanUnderLawsThatTheReferenceDoesNotRefute() {
    double[] counts = {30, 70};
    double x = 5;
    double largest = 0;
    for (int i = 1; i < 100_000; i++) {
      double p = i / 1e5;
      double divergence = 0.3 * Math.log(0.3 / p) + 0.7 * Math.log(0.7 / (1 - p));
      largest = 100 * divergence <= x ? Math.max(largest, 3 * p + 0.5 * (1 - p)) : largest;
    }

    assertThat(new LargestMean(counts, x).of(3, 0.5)).isCloseTo(largest, within(1e-4));
    assertThat(new LargestMean(new double[2], x).of(3, 0.5)).isCloseTo(3, within(1e-6));
    assertThat(new LargestMean(counts, x).of(2, 2)).isCloseTo(2, within(1e-6));
  }

  @Test
  void scoresCellsAsTheNormalDistributionThatTheyShare() {
    double[] scores = NormalScores.of(CATEGORIES, 0, 1e9, 0, 0, 1e9);

    assertThat(scores[0]).isZero();
    assertThat(scores[1]).isCloseTo(-Math.sqrt(2 / Math.PI), within(1e-6));
    assertThat(scores[4]).isCloseTo(Math.sqrt(2 / Math.PI), within(1e-6));
    assertThat(NormalScores.of(NUMERIC, new double[NUMERIC.cells()])).doesNotContain(Double.NaN);
  }

  @Test
  void hasADirectionForEveryBet() {
    assertThat(CellBets.directions(NUMERIC)).hasSize(24).hasSize(CellBets.size(NUMERIC));
    assertThat(CellBets.directions(CATEGORIES)).hasSize(12 + 3 * 6);
    assertThat(CellBets.directions(CATEGORIES))
        .contains(new Direction(Direction.Kind.MORE_OF_CATEGORY, 5));
  }
}
