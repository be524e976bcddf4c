package io.evenkeel.core.drift.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.drift.CategoricalFeature;
import io.evenkeel.core.drift.Features;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstSampleTest {
  private static final int CASES = 256;
  private static final int MOST = 50;
  private static final long PANE = 600_000;

  private final Random random = new Random(5);

  /** Of a Zipf law: value k has a weight of k to the power of -s. */
  private int value(int values, double s) {
    double[] sums = new double[values];
    double sum = 0;
    for (int k = 0; k < values; k++) {
      sum += Math.pow(k + 1.0, -s);
      sums[k] = sum;
    }
    int found = Arrays.binarySearch(sums, random.nextDouble() * sum);
    return found < 0 ? -1 - found : found;
  }

  /** A cell for each of the values that come most often, as for classes that are predicted. */
  private static Features features(int... sample) {
    Map<Integer, Long> times =
        Arrays.stream(sample)
            .boxed()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    double[] most =
        times.entrySet().stream()
            .sorted(
                Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(MOST)
            .mapToDouble(Map.Entry::getKey)
            .sorted()
            .toArray();
    return new Features(List.of(new CategoricalFeature("class", most)), 1);
  }

  private static double[] counts(Features features, int... values) {
    double[] counts = new double[features.length()];
    for (int value : values) {
      features.add(counts, 0, feature -> value, 1);
    }
    return counts;
  }

  private static double others(double... counts) {
    return counts[counts.length - 1] / Arrays.stream(counts).sum();
  }

  private int[] sample(int cases, int values, double s) {
    return IntStream.range(0, cases).map(i -> value(values, s)).toArray();
  }

  @ParameterizedTest
  @CsvSource({"30, 0", "60, 0", "100, 0", "1000, 0", "1000, 1", "100, 1", "20, 2"})
  void hasAsManyOthersAsTheCasesToCome(int values, double s) {
    double expected = 0;
    double found = 0;
    for (int repetition = 0; repetition < 20; repetition++) {
      int[] sample = sample(CASES, values, s);
      Features features = features(sample);
      expected += others(counts(features, sample(1000, values, s))) / 20;
      found += others(FirstSample.counts(features, counts(features, sample))) / 20;
    }

    assertThat(found).isCloseTo(expected, within(0.05));
  }

  @Test
  void leavesTheCountsOfACellThatWasMadeOfOtherCases() {
    Features features = features(1, 1, 2, 2);

    assertThat(FirstSample.counts(features, 0, 3, 0, 1)).containsExactly(0, 3, 0, 1);
    assertThat(FirstSample.counts(features, 1, 2, 1, 0)).containsExactly(1, 2, 0, 1);
  }

  @Test
  void staysQuietInTheFirstDayOfAThousandClasses() {
    int[] sample = sample(CASES, 1000, 0);
    Features features = features(sample);
    DriftDesign design = DriftDesign.days(PANE, 0.01);
    SeriesDrift series = SeriesDrift.gathering(features, design, counts(features, sample));

    for (int pane = 0; pane < 144; pane++) {
      series.add(pane * PANE, counts(features, sample(16, 1000, 0)));
      assertThat(series.informs()).isFalse();
    }
  }
}
