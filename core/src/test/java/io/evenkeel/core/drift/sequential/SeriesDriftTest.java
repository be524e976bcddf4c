package io.evenkeel.core.drift.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.drift.CategoricalFeature;
import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesDriftTest {
  private static final long HOUR = 3_600_000;
  private static final int DAY = 24;
  private static final DriftDesign DESIGN = DriftDesign.days(HOUR, 0.01);

  private final Random random = new Random(1);

  private final Features features =
      new Features(
          List.of(
              Feature.of("x", random.doubles(256).map(u -> 10 * u).toArray()),
              new CategoricalFeature("plan", 0, 1, 2)),
          1);

  private double x() {
    return 10 * random.nextDouble();
  }

  private double plan() {
    return random.nextInt(3);
  }

  private double[] pane(int n, DoubleSupplier x, DoubleSupplier plan) {
    double[] counts = new double[features.length()];
    for (int i = 0; i < n; i++) {
      double first = x.getAsDouble();
      double second = plan.getAsDouble();
      features.add(counts, 0, feature -> feature == 0 ? first : second, 1);
    }
    return counts;
  }

  private double[] calm() {
    return pane(50, this::x, this::plan);
  }

  private SeriesDrift calm(int hours) {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN);
    for (int hour = 0; hour < hours; hour++) {
      series.add(hour * HOUR, calm());
    }
    return series;
  }

  @Test
  void gathersItsReferenceFromWholeDays() {
    SeriesDrift series = calm(7 * DAY - 1);
    assertThat(series.reference()).isEmpty();
    assertThat(series.page()).isEmpty();

    series.add((7 * DAY - 1) * HOUR, calm());

    Reference reference = series.reference().orElseThrow();
    assertThat(reference.isSeasonal()).isTrue();
    assertThat(reference.n()).isEqualTo(7 * DAY * 50);
    assertThat(Arrays.stream(reference.counts(1)).sum()).isEqualTo(7 * DAY * 50);
    assertThat(reference.designEffect(0)).isBetween(1.0, 3.0);
    assertThat(series.page().orElseThrow().steps()).isZero();
  }

  @Test
  void leavesOutADayThatItDidNotSeeWhole() {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN);
    for (int hour = 5; hour <= 8 * DAY; hour++) {
      series.add(hour * HOUR, calm());
    }

    assertThat(series.reference().orElseThrow().n()).isEqualTo(7 * DAY * 50);
  }

  @Test
  void staysQuietWithoutDrift() {
    SeriesDrift series = calm(30 * DAY);

    assertThat(series.informs()).isFalse();
    assertThat(series.pages()).isFalse();
    assertThat(series.inform().steps()).isEqualTo(23);
  }

  @Test
  void namesTheFeatureThatDriftedAndSaysHow() {
    SeriesDrift series = calm(10 * DAY);
    for (int hour = 10 * DAY; hour < 12 * DAY; hour++) {
      series.add(hour * HOUR, pane(50, () -> x() + 5, this::plan));
    }
    DriftEvidence page = series.page().orElseThrow();
    FeatureEvidence x = page.features().get(0);

    assertThat(page.alarms()).isTrue();
    assertThat(page.logEValue()).isGreaterThan(page.logThreshold()).isFinite();
    assertThat(x.isNamed()).isTrue();
    assertThat(page.features().get(1).isNamed()).isFalse();
    FeatureChange change = x.drift().orElseThrow();
    assertThat(change.since()).isEqualTo(10 * DAY * HOUR);
    assertThat(change.earliest()).isLessThanOrEqualTo(change.since());
    assertThat(change.latest()).isGreaterThanOrEqualTo(change.since());
    assertThat(change.shift()).isGreaterThan(1);
    assertThat(change.interval().orElseThrow().lower()).isGreaterThan(0.5);
    assertThat(series.inform().features().get(0).drift()).isEmpty();
  }

  /** Values are higher in the second half of the day; the drift lasts for whole days. */
  @Test
  void comparesWithWhatTheHoursSinceTheChangeHaveInTheReference() {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN);
    for (int hour = 0; hour < 13 * DAY; hour++) {
      double higher = (hour % DAY < 12 ? 0 : 8) + (hour < 10 * DAY ? 0 : 4);
      series.add(hour * HOUR, pane(50, () -> (x() + higher) / 2, this::plan));
    }
    FeatureChange.Spread spread =
        series.page().orElseThrow().features().get(0).drift().orElseThrow().spread().orElseThrow();

    // Of the last hour alone the median would be 6.5, and rise by nothing.
    assertThat(spread.before().median()).isBetween(4.2, 4.8);
    assertThat(spread.since().median()).isBetween(6.2, 6.8);
  }

  /** The standard deviation is 2.9; drift of 0.3 of it only informs, a day at a time. */
  @ParameterizedTest
  @CsvSource({"0.9", "5"})
  void givesAnIntervalInWhichTheChangeLies(double higher) {
    int right = 0;
    for (int i = 0; i < 20; i++) {
      double changed = (8 + random.nextDouble()) * DAY;
      SeriesDrift series = calm(8 * DAY);
      int hour = 8 * DAY;
      while (!series.pages() && !series.informs()) {
        int now = hour++;
        series.add(
            now * HOUR,
            pane(50, () -> now + random.nextDouble() < changed ? x() : x() + higher, this::plan));
      }
      DriftEvidence alarm =
          series.page().filter(DriftEvidence::alarms).orElseGet(() -> series.inform());
      FeatureChange change = alarm.features().get(0).drift().orElseThrow();
      boolean isRight = change.earliest() <= changed * HOUR && changed * HOUR <= change.latest();
      right += isRight ? 1 : 0;
    }
    assertThat(right).isGreaterThanOrEqualTo(19);
  }

  @Test
  void reportsALargeDriftOfHalfADayOnce() {
    SeriesDrift series = calm(8 * DAY);
    for (int hour = 8 * DAY; hour < 8 * DAY + 10; hour++) {
      series.add(hour * HOUR, pane(50, () -> x() + 5, this::plan));
    }
    assertThat(series.pages()).isTrue();
    int hour = 8 * DAY + 10;
    while (series.pages()) {
      series.add(hour++ * HOUR, calm());
    }

    assertThat(hour).isLessThan(9 * DAY);
    while (hour < 11 * DAY) {
      series.add(hour++ * HOUR, calm());
      assertThat(series.informs() || series.pages()).isFalse();
    }
  }

  /** What only informs is told of the other features on the days in which one pages. */
  @Test
  void informsOfSmallDriftWhileAnotherFeaturePages() {
    SeriesDrift series = calm(8 * DAY);
    for (int hour = 8 * DAY; hour < 13 * DAY; hour++) {
      series.add(
          hour * HOUR, pane(50, () -> Double.NaN, () -> random.nextDouble() < 0.18 ? 2 : plan()));
    }

    assertThat(series.page().orElseThrow().features().get(1).alarms()).isFalse();
    assertThat(series.inform().features().get(0).alarms()).isFalse();
    assertThat(series.inform().features().get(1).alarms()).isTrue();
  }

  @Test
  void seesAFeatureThatIsGoneAtOnceAndItsReturn() {
    SeriesDrift series = calm(8 * DAY);
    series.add(8 * DAY * HOUR, pane(50, () -> Double.NaN, this::plan));

    assertThat(series.pages()).isTrue();
    FeatureChange change = series.page().orElseThrow().features().get(0).drift().orElseThrow();
    assertThat(change.direction().kind()).isEqualTo(Direction.Kind.MORE_MISSING);
    assertThat(List.of(change.shareBefore(), change.share())).containsExactly(0.0, 1.0);
    assertThat(change.shift()).isNaN();
    assertThat(change.interval()).isEmpty();

    int hour = 8 * DAY + 1;
    while (series.pages() && hour < 9 * DAY) {
      series.add(hour++ * HOUR, calm());
    }
    assertThat(series.pages()).isFalse();
    assertThat(series.page().orElseThrow().logEValue()).isNegative();
  }

  @Test
  void seesANewCategory() {
    SeriesDrift series = calm(8 * DAY);
    for (int hour = 8 * DAY; hour < 8 * DAY + 6; hour++) {
      series.add(hour * HOUR, pane(50, this::x, () -> random.nextDouble() < 0.3 ? 77 : plan()));
    }

    FeatureEvidence plan = series.page().orElseThrow().features().get(1);
    assertThat(plan.isNamed()).isTrue();
    assertThat(plan.drift().orElseThrow().direction().kind())
        .isEqualTo(Direction.Kind.MORE_OF_OTHERS);
  }

  /** By night values are higher; on later days most cases come by night. */
  @Test
  void staysQuietWhenTrafficMovesToOtherHours() {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN);
    for (int hour = 0; hour < 20 * DAY; hour++) {
      boolean isNight = hour % DAY < 8;
      int n = (hour < 7 * DAY) == isNight ? 20 : 120;
      series.add(hour * HOUR, pane(n, () -> isNight ? x() + 2 : x(), this::plan));
      assertThat(series.informs() && hour >= 7 * DAY).isFalse();
      assertThat(series.pages()).isFalse();
    }
  }

  /** On two days of seven other numbers of cases come, whose values are higher. */
  private record Week(int atWeekends, double higher) {}

  private static final Week UNLIKE = new Week(6, 4);

  private double[] paneOf(Week week, int hour, double more) {
    boolean isWeekend = hour / DAY % 7 >= 5;
    double higher = more + (isWeekend ? week.higher : 0);
    return pane(isWeekend ? week.atWeekends : 60, () -> x() + higher, this::plan);
  }

  private SeriesDrift weeks(Week week, int hours) {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN);
    for (int hour = 0; hour < hours; hour++) {
      series.add(hour * HOUR, paneOf(week, hour, 0));
    }
    return series;
  }

  /** The standard deviation of the values is 2.9. */
  @ParameterizedTest
  @CsvSource({"6, 4", "20, 1.5"})
  void staysQuietAtWeekendsThatAreUnlikeOtherDays(int cases, double higher) {
    Week week = new Week(cases, higher);
    SeriesDrift series = weeks(week, 8 * DAY);
    for (int hour = 8 * DAY; hour < 36 * DAY; hour++) {
      series.add(hour * HOUR, paneOf(week, hour, 0));
      assertThat(series.pages()).as("hour %d", hour).isFalse();
      assertThat(series.informs()).as("hour %d", hour).isFalse();
    }
  }

  @Test
  void seesDriftOfWeekendsThatAreUnlikeOtherDays() {
    Week week = new Week(30, 4);
    SeriesDrift series = weeks(week, 19 * DAY);
    int hour = 19 * DAY;
    while (!series.pages() && hour < 21 * DAY) {
      series.add(hour * HOUR, paneOf(week, hour, 4));
      hour++;
    }

    assertThat(hour).isBetween(19 * DAY + 1, 20 * DAY + 12);
  }

  @Test
  void readsAReferenceFromBeforeDaysOfTheWeekWereToldApart() {
    double[] state = weeks(UNLIKE, 7 * DAY).reference().orElseThrow().toArray();
    double[] before =
        Arrays.copyOf(state, state.length - WeekdayCounts.length(features.cells(), DAY));

    Reference reference = Reference.of(features, before);

    assertThat(reference.toArray()).isEqualTo(before);
    SeriesDrift series = SeriesDrift.against(reference, DESIGN);
    series.add(0, calm());
    assertThat(series.pages()).isFalse();
  }

  @Test
  void goesOnLastingWhileTheDriftLasts() {
    SeriesDrift series = calm(8 * DAY);
    for (int hour = 8 * DAY; hour < 30 * DAY; hour++) {
      series.add(hour * HOUR, pane(50, () -> x() + 3, this::plan));
      assertThat(series.pages() || hour < 9 * DAY).isTrue();
    }
  }

  /** A replay, and a restart after every pane, give the same doubles. */
  @Test
  void isAFunctionOfThePanesAlone() {
    double[] sample = pane(200, this::x, this::plan);
    SeriesDrift whole = SeriesDrift.gathering(features, DESIGN, sample);
    SeriesDrift restarted = SeriesDrift.gathering(features, DESIGN, sample);
    for (int hour = 3; hour < 15 * DAY; hour++) {
      double[] pane = hour < 11 * DAY ? calm() : pane(50, () -> x() + 4, this::plan);
      whole.add(hour * HOUR, pane);
      restarted.add(hour * HOUR, pane);
      Optional<Reference> reference =
          restarted.reference().map(kept -> Reference.of(features, kept.toArray()));
      restarted = SeriesDrift.read(features, DESIGN, reference, restarted.toArray());
      assertThat(restarted.toArray()).isEqualTo(whole.toArray());
      assertThat(restarted.inform()).isEqualTo(whole.inform());
      assertThat(restarted.page()).isEqualTo(whole.page());
    }
    assertThat(whole.pages()).isTrue();
  }

  /** Of a sample of the first hours nobody knows what the others are like. */
  @Test
  void informsOfALossFromAFirstSampleButNotOfAnotherHour() {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN, pane(200, this::x, this::plan));
    for (int hour = 0; hour < 20; hour++) {
      series.add(hour * HOUR, pane(50, () -> x() + 20, this::plan));
    }
    assertThat(series.informs()).isFalse();

    series.add(20 * HOUR, pane(50, () -> Double.NaN, this::plan));

    assertThat(series.informs()).isTrue();
    assertThat(series.pages()).isFalse();
    FeatureEvidence gone = series.inform().features().get(0);
    assertThat(gone.isNamed()).isTrue();
    assertThat(gone.drift().orElseThrow().direction().kind())
        .isEqualTo(Direction.Kind.MORE_MISSING);
  }

  /** The first pane is of before and after. */
  @ParameterizedTest
  @CsvSource({"0", "0.2", "0.5", "0.8"})
  void informsOfALossWithinAPaneOfTheFirstDayAtOnce(double partly) {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN, pane(200, this::x, this::plan));
    for (int hour = 0; hour < 14; hour++) {
      series.add(hour * HOUR, calm());
    }

    series.add(
        14 * HOUR, pane(50, () -> random.nextDouble() < partly ? Double.NaN : x(), this::plan));
    series.add(15 * HOUR, pane(50, () -> Double.NaN, this::plan));

    assertThat(series.informs()).isTrue();
    assertThat(series.inform().features().get(0).isNamed()).isTrue();
  }

  /** Of an hour in three all values are missing, or only some. */
  @ParameterizedTest
  @CsvSource({"1", "0.95", "0.6"})
  void staysQuietInTheFirstDaysIfLossesVary(double lost) {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN, pane(200, this::x, this::plan));
    for (int hour = 0; hour < 5 * DAY; hour++) {
      double share = random.nextInt(3) == 0 ? lost : 0;
      series.add(
          hour * HOUR, pane(50, () -> random.nextDouble() < share ? Double.NaN : x(), this::plan));
      assertThat(series.informs()).as("hour " + hour).isFalse();
    }
  }

  @Test
  void isRestartedWithinALossOfTheFirstDay() {
    SeriesDrift whole = SeriesDrift.gathering(features, DESIGN, pane(200, this::x, this::plan));
    SeriesDrift restarted = SeriesDrift.read(features, DESIGN, Optional.empty(), whole.toArray());
    for (int hour = 3; hour < 3 * DAY; hour++) {
      double share = hour == 17 || hour == 18 || hour > 40 ? 1 : 0;
      double[] pane = pane(8, () -> random.nextDouble() < share ? Double.NaN : x(), this::plan);
      whole.add(hour * HOUR, pane);
      restarted.add(hour * HOUR, pane);
      restarted = SeriesDrift.read(features, DESIGN, Optional.empty(), restarted.toArray());
      assertThat(restarted.toArray()).isEqualTo(whole.toArray());
    }
    assertThat(whole.informs()).isTrue();
  }

  @Test
  void endsALossSoonAfterTheValuesAreBack() {
    SeriesDrift series = calm(3 * DAY + 5);
    for (int hour = 3 * DAY + 5; hour < 3 * DAY + 10; hour++) {
      series.add(hour * HOUR, pane(50, () -> Double.NaN, this::plan));
      assertThat(series.informs()).isTrue();
    }
    int hour = 3 * DAY + 10;
    while (series.informs() && hour < 4 * DAY) {
      series.add(hour++ * HOUR, calm());
    }

    assertThat(hour).isLessThan(3 * DAY + 20);
  }

  /** Values are higher by night, by twice as much as they vary. */
  @Test
  void staysQuietInTheFirstWeekOfADailyCycle() {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN, pane(200, this::x, this::plan));
    for (int hour = 15; hour < 9 * DAY; hour++) {
      boolean isNight = hour % DAY < 8;
      series.add(hour * HOUR, pane(50, () -> isNight ? x() + 6 : x(), this::plan));
      assertThat(series.informs() || series.pages()).as("hour " + hour).isFalse();
    }
  }

  @Test
  void comparesWithAGivenReferenceFromTheFirstPane() {
    Reference reference = Reference.ofIndependent(features, pane(5000, this::x, this::plan));
    SeriesDrift series = SeriesDrift.against(reference, DESIGN);

    assertThat(series.inform().features()).hasSize(2);
    series.add(0, pane(50, () -> Double.NaN, this::plan));
    assertThat(series.pages()).isTrue();
    assertThat(series.informs()).isTrue();
  }

  @Test
  void takesNoStepWithoutCases() {
    SeriesDrift series = calm(8 * DAY);
    double[] before = series.toArray();

    series.add(8 * DAY * HOUR, new double[features.length()]);

    assertThat(series.toArray()).isEqualTo(before);
  }

  @Test
  void staysFiniteOnAnyCounts() {
    SeriesDrift series = calm(8 * DAY);
    for (int hour = 8 * DAY; hour < 10 * DAY; hour++) {
      double[] huge = new double[features.length()];
      Arrays.fill(huge, hour % 2 == 0 ? 1e12 : 1);
      huge[hour % 3 == 0 ? 0 : 5] = 1e15;
      series.add(hour * HOUR, huge);
      assertThat(series.inform().logEValue()).isFinite();
      assertThat(series.page().orElseThrow().logEValue()).isFinite();
      double[] state = series.toArray();
      // The first is Double.NaN at the end of a day.
      assertThat(Arrays.copyOfRange(state, 1, state.length))
          .doesNotContain(Double.NaN, Double.POSITIVE_INFINITY);
    }
  }

  @Test
  void watchesFeaturesOfOneValueOfNoneAndOfTies() {
    Features odd =
        new Features(
            List.of(
                Feature.of("one", 3),
                Feature.of("tied", 0, 0, 0, 0, 0, 0, 0, 1.5, 2.5),
                Feature.of("largest", -Double.MAX_VALUE, Double.MAX_VALUE),
                Feature.of("smallest", Double.MIN_VALUE, 0)),
            1);
    SeriesDrift series = SeriesDrift.gathering(odd, DESIGN);
    for (int hour = 0; hour < 9 * DAY; hour++) {
      double[] counts = new double[odd.length()];
      double[] values = {3, hour % 4 == 0 ? 2 : 0, Double.NaN, Double.MIN_VALUE};
      odd.add(counts, 0, i -> values[i], 1);
      series.add(hour * HOUR, counts);
    }

    assertThat(series.reference()).isPresent();
    assertThat(series.page().orElseThrow().logEValue()).isFinite().isNegative();
    for (int hour = 9 * DAY; hour < 11 * DAY; hour++) {
      double[] counts = new double[odd.length()];
      odd.add(counts, 0, i -> -1, 1);
      series.add(hour * HOUR, counts);
    }
    assertThat(series.informs()).isTrue();
  }

  @Test
  void watchesNothingWithoutFeatures() {
    SeriesDrift series = SeriesDrift.gathering(Features.NONE, DESIGN);
    series.add(0);

    assertThat(series.inform().features()).isEmpty();
    assertThat(series.inform().logEValue()).isFinite();
  }

  @Test
  void keepsLittleForManyFeatures() {
    Feature[] fifty = new Feature[50];
    for (int i = 0; i < 50; i++) {
      fifty[i] = Feature.of("x" + i, random.doubles(256).toArray());
    }
    Features many = new Features(List.of(fifty), 1);
    SeriesDrift series = SeriesDrift.gathering(many, DESIGN);
    int largest = 0;
    for (int hour = 0; hour < 7 * DAY; hour++) {
      series.add(hour * HOUR, manyCounts(many));
      largest = Math.max(largest, series.toArray().length);
    }
    assertThat(largest).isLessThan(76_000);
    for (int hour = 7 * DAY; hour < 9 * DAY; hour++) {
      series.add(hour * HOUR, manyCounts(many));
    }
    assertThat(series.toArray()).hasSizeLessThan(7_500);
    assertThat(series.reference().orElseThrow().toArray()).hasSizeLessThan(23_700);
  }

  private double[] manyCounts(Features many) {
    double[] counts = new double[many.length()];
    for (int i = 0; i < 20; i++) {
      many.add(counts, 0, feature -> random.nextDouble(), 1);
    }
    return counts;
  }

  @Test
  void refusesTheStateOfOtherFeatures() {
    double[] state = calm(2 * DAY).toArray();
    Features other = new Features(List.of(Feature.of("y", 1, 2, 3)), 1);

    assertThatThrownBy(() -> SeriesDrift.read(other, DESIGN, Optional.empty(), state))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("start it without that state");
  }

  private double[] shifted() {
    return pane(50, () -> Math.min(10, x() + 3), this::plan);
  }

  /** The hours at whose end a series informs that is kept and read again after each of them. */
  private List<Integer> informed(int from, int to, int hours) {
    SeriesDrift series = SeriesDrift.gathering(features, DESIGN);
    List<Integer> informed = new ArrayList<>();
    for (int hour = 0; hour < hours; hour++) {
      series.add(hour * HOUR, hour >= from && hour < to ? shifted() : calm());
      series = SeriesDrift.read(features, DESIGN, series.reference(), series.toArray());
      if (series.informs()) {
        informed.add(hour);
      }
    }
    return informed;
  }

  @Test
  void informsOfADriftOfTheFirstWeekAtTheEndOfADay() {
    int from = 2 * DAY + 20;
    List<Integer> informed = informed(from, 7 * DAY, 7 * DAY);

    assertThat(informed.get(0)).isEqualTo(4 * DAY - 1);
    assertThat(informed).hasSize(7 * DAY - informed.get(0) - 1);
  }

  @Test
  void keepsAnAlarmOverTheEndsOfDaysAndOfTheReference() {
    List<Integer> informed = informed(4 * DAY + 5, 12 * DAY, 12 * DAY);

    assertThat(informed.get(0)).isEqualTo(5 * DAY - 1);
    assertThat(informed).hasSize(12 * DAY - informed.get(0));
  }

  @Test
  void endsAnAlarmByEvidenceWhileItGathersItsReference() {
    List<Integer> informed = informed(3 * DAY, 4 * DAY, 12 * DAY);

    assertThat(informed.get(0)).isEqualTo(4 * DAY - 1);
    assertThat(informed.get(informed.size() - 1)).isEqualTo(5 * DAY - 2);
    assertThat(informed).hasSize(DAY);
  }

  @Test
  void endsAnAlarmAboutWhatTheReferenceMostlyHolds() {
    List<Integer> informed = informed(2 * DAY, 12 * DAY, 12 * DAY);

    assertThat(informed.get(0)).isEqualTo(3 * DAY - 1);
    assertThat(informed.get(informed.size() - 1)).isEqualTo(7 * DAY - 2);
  }
}
