package io.evenkeel.core.drift.sequential;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reference that is gathered under an alarm. */
class GatheringDriftTest {
  private static final long HOUR = 3_600_000;
  private static final int DAY = 24;
  private static final DriftDesign DESIGN = DriftDesign.days(HOUR, 0.01);

  /** Of two weeks. */
  private static final DriftDesign WEEKS =
      new DriftDesign(HOUR, DAY * HOUR, 14, 30 * DAY * HOUR, 0.01, 0.1, 0.3);

  private final Random random = new Random(5);
  private final double[] sample = random.doubles(256).map(u -> 10 * u).toArray();
  private final Features features = new Features(List.of(Feature.of("x", sample)), 1);

  private double[] cases(int n, double shift) {
    double[] counts = new double[features.length()];
    for (int i = 0; i < n; i++) {
      double x = 10 * random.nextDouble() + shift;
      features.add(counts, 0, feature -> x, 1);
    }
    return counts;
  }

  private double[] lost(int n) {
    return cases(n, Double.NaN);
  }

  /** Seasons under an alarm, of drift or of a loss, say what their days of the week are like. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void weighsTheSameIfReadBetweenPanes(boolean isLoss) {
    SeriesDrift whole = SeriesDrift.gathering(features, WEEKS);
    SeriesDrift read = SeriesDrift.gathering(features, WEEKS);
    for (int hour = 0; hour < 14 * DAY - 1; hour++) {
      boolean isLost = isLoss && hour >= 3 * DAY && hour % DAY > 12;
      double[] counts = isLost ? lost(50) : cases(50, hour < 3 * DAY ? 0 : 3);
      whole.add(hour * HOUR, counts);
      read.add(hour * HOUR, counts);
      read = SeriesDrift.read(features, WEEKS, read.reference(), read.toArray());

      assertThat(read.inform()).as("%s", hour).isEqualTo(whole.inform());
    }
    assertThat(whole.informs()).isTrue();
  }

  private double[] sampleCounts() {
    double[] counts = new double[features.length()];
    for (double x : sample) {
      features.add(counts, 0, feature -> x, 1);
    }
    return counts;
  }

  /** Most cases came on the day on which a loss began, and few since. */
  @Test
  void hasEnoughCasesInItsReferenceWhereALossGoesOn() {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN, sampleCounts());
    for (int day = 0; day < 40 && series.reference().isEmpty(); day++) {
      for (int hour = 0; hour < DAY; hour++) {
        int n = day < 3 ? (hour < 10 ? 1 : 0) : day == 3 ? (hour == 0 ? 40 : 0) : hour < 3 ? 1 : 0;
        series.add((day * DAY + hour) * HOUR, day < 3 ? cases(n, 0) : lost(n));
      }
      assertThat(series.informs() || series.reference().isPresent()).isEqualTo(day >= 3);
    }

    assertThat(series.reference().orElseThrow().n()).isGreaterThanOrEqualTo(100);
  }

  /** The loss has fewer panes than what was before, so it is not what is usual. */
  @Test
  void waitsForCasesThatAreNotLost() {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN, sampleCounts());
    int day = 0;
    for (; day < 40 && series.reference().isEmpty(); day++) {
      for (int hour = 0; hour < DAY; hour++) {
        boolean isLost = day == 3;
        int n = isLost ? (hour < 4 ? 20 : 0) : hour < (day < 3 ? 12 : 3) ? 1 : 0;
        series.add((day * DAY + hour) * HOUR, isLost ? lost(n) : cases(n, 0));
      }
    }

    assertThat(series.reference().orElseThrow().n()).isGreaterThanOrEqualTo(100);
  }
}
