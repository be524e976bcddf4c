package io.evenkeel.core.drift.sequential;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A drift that begins while the reference is gathered, and pages when it is complete. */
class DriftBeforeTheReferenceTest {
  private static final long HOUR = 3_600_000;
  private static final int DAY = 24;

  /** The reference is complete. */
  private static final int COMPLETE = 7 * DAY;

  private static final DriftDesign DESIGN = DriftDesign.days(HOUR, 0.01);

  private final Random random = new Random(5);
  private final Features features =
      new Features(List.of(Feature.of("x", random.doubles(256).map(u -> 10 * u).toArray())), 1);

  private static double lost(double x) {
    return Double.NaN;
  }

  /** When the drift that pages at the end may have begun. */
  private FeatureChange change(DoubleUnaryOperator drift, IntPredicate drifts, int hours) {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN);
    for (int hour = 0; hour < hours; hour++) {
      double[] counts = new double[features.length()];
      for (int i = 0; i < 50; i++) {
        double x = 10 * random.nextDouble();
        double seen = drifts.test(hour) ? drift.applyAsDouble(x) : x;
        features.add(counts, 0, feature -> seen, 1);
      }
      series.add(hour * HOUR, counts);
      series = SeriesDrift.read(features, DESIGN, series.reference(), series.toArray());
    }
    assertThat(series.pages()).isTrue();
    return series.page().orElseThrow().features().get(0).drift().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {5 * DAY + 12, 6 * DAY + 12, COMPLETE - 3})
  void datesALossToThePane(int from) {
    FeatureChange change =
        change(DriftBeforeTheReferenceTest::lost, hour -> hour >= from, COMPLETE + 10);

    assertThat(change.since()).isEqualTo(from * HOUR);
    assertThat(change.earliest()).isEqualTo((from - 1) * HOUR);
    assertThat(change.latest()).isEqualTo((from + 1) * HOUR);
    assertThat(change.share()).isEqualTo(1);
    assertThat(change.shareBefore()).isZero();
  }

  /** It was found at the end of a day. */
  @Test
  void datesADriftToItsDays() {
    int from = 5 * DAY + 12;

    FeatureChange change = change(x -> Math.min(10, x + 5), hour -> hour >= from, COMPLETE + 10);

    assertThat(change.earliest()).isBetween(3L * DAY * HOUR, from * HOUR);
    assertThat(change.latest()).isBetween(from * HOUR, (long) COMPLETE * HOUR);
  }

  @ParameterizedTest
  @ValueSource(ints = {COMPLETE, COMPLETE + 1, COMPLETE + 3})
  void datesALaterLossByItself(int until) {
    int again = 9 * DAY + 5;

    FeatureChange change =
        change(
            DriftBeforeTheReferenceTest::lost,
            hour -> hour >= again || (hour >= 6 * DAY + 12 && hour < until),
            again + 12);

    assertThat(change.since()).isEqualTo(again * HOUR);
  }

  /** A loss of the reference's own is no variation that hides the next one. */
  @ParameterizedTest
  @ValueSource(ints = {11, 30, 80})
  void pagesAtOnceOfALossAfterAnotherInTheReference(int hours) {
    int from = 2 * DAY + 5;
    int again = 9 * DAY + 5;

    change(
        DriftBeforeTheReferenceTest::lost,
        hour -> hour >= again || (hour >= from && hour < from + hours),
        again + 1);
  }

  @Test
  void takesALossOfHalfTheReferenceForWhatIsUsual() {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN);
    for (int hour = 0; hour < 12 * DAY; hour++) {
      double[] counts = new double[features.length()];
      for (int i = 0; i < 50; i++) {
        double x = hour < 2 * DAY + 5 ? 10 * random.nextDouble() : Double.NaN;
        features.add(counts, 0, feature -> x, 1);
      }
      series.add(hour * HOUR, counts);
    }

    assertThat(series.pages()).isFalse();
  }
}
