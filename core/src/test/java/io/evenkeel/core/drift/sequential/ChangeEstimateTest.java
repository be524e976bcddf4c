package io.evenkeel.core.drift.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** What is said of a change agrees with the cases since then. */
class ChangeEstimateTest {
  private static final long HOUR = 3_600_000;
  private static final int DAY = 24;
  private static final int CASES = 24;

  private final Random random = new Random(11);

  private double poisson(double mean) {
    double product = random.nextDouble();
    int n = 0;
    for (double end = Math.exp(-mean); product > end; n++) {
      product *= random.nextDouble();
    }
    return n;
  }

  /** The series after eight days of some values, and then so many hours of others. */
  private FeatureChange change(
      DoubleSupplier before, DoubleSupplier since, int hours, List<Double> seen) {
    double[] sample = new double[500];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = before.getAsDouble();
    }
    Features features = new Features(List.of(Feature.of("n", sample)), 1);
    SeriesDrift series = SeriesDrift.gathering(features, DriftDesign.days(HOUR, 0.01));
    for (int hour = 0; hour < 8 * DAY + hours; hour++) {
      double[] counts = new double[features.length()];
      for (int i = 0; i < CASES; i++) {
        double value = hour < 8 * DAY ? before.getAsDouble() : since.getAsDouble();
        if (hour >= 8 * DAY) {
          seen.add(value);
        }
        features.add(counts, 0, feature -> value, 1);
      }
      series.add(hour * HOUR, counts);
    }
    return series.page().orElseThrow().features().get(0).drift().orElseThrow();
  }

  private static double share(List<Double> values, double value) {
    return values.stream().filter(x -> x == value).count() / (double) values.size();
  }

  @Test
  void ofWholeNumbersThatGrowItNamesOneThatHasComeMoreOften() {
    for (int hours : new int[] {12, 24, 48}) {
      List<Double> seen = new ArrayList<>();

      FeatureChange change = change(() -> poisson(2), () -> poisson(4), hours, seen);

      assertThat(change.direction().kind()).isEqualTo(Direction.Kind.MORE_OF_CATEGORY);
      assertThat(change.since()).isBetween((8 * DAY - 1) * HOUR, (8 * DAY + 1) * HOUR);
      double value = change.direction().category();
      assertThat(change.share()).isCloseTo(share(seen, value), within(0.05));
      assertThat(change.growth().lower()).isPositive();
      assertThat(value).isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void aShiftMayBeLargerWhereManyValuesLieBesideTheSample() {
    FeatureChange small =
        change(random::nextGaussian, () -> random.nextGaussian() + 0.7, 48, new ArrayList<>());
    FeatureChange large =
        change(random::nextGaussian, () -> random.nextGaussian() + 2.5, 48, new ArrayList<>());

    assertThat(small.interval().orElseThrow().contains(0.7)).isTrue();
    assertThat(small.goesBeyond()).isFalse();
    assertThat(large.interval().orElseThrow().lower()).isBetween(1.5, 2.5);
    assertThat(large.goesBeyond()).isTrue();
  }
}
