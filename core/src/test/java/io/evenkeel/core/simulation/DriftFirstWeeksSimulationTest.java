package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.simulation.CaseStream.Change;
import io.evenkeel.core.simulation.CaseStream.Law;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Drift alarms of either level in the first two weeks of a series, which begins at any hour of a
 * week, as the application does: cells and a first sample are learned from its first 256 cases, and
 * its reference is gathered from its first whole seven days. {@code -Devenkeel.drift.series=150}
 * gives the figures of the published tables, in some ten minutes.
 */
@Tag("simulation")
class DriftFirstWeeksSimulationTest {
  private static final int SERIES = Integer.getInteger("evenkeel.drift.series", 24);
  private static final int WEEKS = 14 * DriftWatch.DAY;
  private static final int HORIZON = 4 * DriftWatch.DAY;
  private static final int[] SIZES = {10, 100};
  private static final Table FALSE =
      new Table(
          "drift_first_weeks", "law", "cases_a_pane", "alarmed_days_1_to_7", "alarmed", "series");
  private static final Table DELAYS =
      new Table(
          "drift_first_weeks_delays",
          "law",
          "cases_a_pane",
          "day",
          "change",
          "found",
          "series",
          "median_panes");

  private static final int HOUR = DriftWatch.DAY / 24;
  private static final Table MISSING =
      new Table(
          "drift_first_days_missing",
          "median",
          "spread",
          "persistence",
          "cases_a_pane",
          "alarmed_days_1_to_3",
          "series");
  private static final Table LOSSES =
      new Table(
          "drift_first_day_losses",
          "usually_missing",
          "spread",
          "cases_a_pane",
          "part_of_first_pane",
          "found",
          "series",
          "median_panes");

  /** The number of the pane of the first alarm; −1 without one. */
  private static int calm(Law law, int n, long seed) {
    DriftWatch watch = DriftWatch.fromTheFirst(law, n, seed);
    for (int pane = 0; pane < WEEKS; pane++) {
      watch.step(Change.NONE);
      if (watch.informs() || watch.pages()) {
        return pane;
      }
    }
    return -1;
  }

  /** A level that wanders for days is another one on most of them: that is measured. */
  @Test
  void seldomAlarmsInTheFirstTwoWeeks() {
    int all = 0;
    for (Law law : Law.values()) {
      for (int n : SIZES) {
        int[] alarms =
            IntStream.range(0, SERIES)
                .parallel()
                .map(seed -> calm(law, n, 30_000L * n + seed))
                .filter(pane -> pane >= 0)
                .toArray();
        long early = Arrays.stream(alarms).filter(pane -> pane < WEEKS / 2).count();
        FALSE.add(law, n, early, alarms.length, SERIES);
        if (law != Law.SLOWLY_WANDERING) {
          assertThat(alarms.length)
              .as(law + " " + n)
              .isLessThanOrEqualTo(Math.max(2, 4 * SERIES / 150));
          all += alarms.length;
        }
      }
    }
    assertThat(all).isLessThanOrEqualTo(Math.max(3, 10 * SERIES / 150));
  }

  @Test
  void findsLargeChangesWithinTwoDaysFromTheThirdDayOn() {
    for (Law law : List.of(Law.INDEPENDENT, Law.DAILY, Law.VERY_DAILY, Law.WANDERING)) {
      for (int n : SIZES) {
        for (int day : new int[] {1, 2, 3, 4, 5}) {
          finds(law, n, day, "shift 1", Change.shift(1), bar(law, n, day));
          finds(law, n, day, "gone", Change.GONE, DriftWatch.DAY);
        }
      }
    }
  }

  /** A day of its own is no more than one draw of what varies by the hour. */
  private static int bar(Law law, int n, int day) {
    boolean isKnown = law != Law.VERY_DAILY || n > 10;
    return isKnown && day >= 4 ? 2 * DriftWatch.DAY : 0;
  }

  private static void finds(Law law, int n, int day, String name, Change change, int bar) {
    int series = Math.min(SERIES, 40);
    int[] delays =
        IntStream.range(0, series)
            .parallel()
            .map(seed -> delay(law, n, day, change, 40_000L * n + seed))
            .filter(delay -> delay > 0)
            .sorted()
            .toArray();
    int median = delays.length == 0 ? 0 : delays[(delays.length - 1) / 2];
    DELAYS.add(law, n, day, name, delays.length, series, median);
    if (bar > 0) {
      assertThat(delays).as(law + " " + n + " " + name).hasSizeGreaterThan(series / 2);
      assertThat(median).as(law + " " + n + " " + name).isLessThanOrEqualTo(bar);
    }
  }

  /** The panes from a change in the middle of a day of the series to the alarm, 0 if none. */
  private static int delay(Law law, int n, int day, Change change, long seed) {
    DriftWatch watch = DriftWatch.fromTheFirst(law, n, seed);
    watch.run(day * DriftWatch.DAY - DriftWatch.DAY / 2, Change.NONE);
    for (int pane = 1; pane <= HORIZON; pane++) {
      watch.step(change);
      if (watch.informs() || watch.pages()) {
        return pane;
      }
    }
    return 0;
  }

  /** A level of what is missing that wanders for hours is another one soon: that is measured. */
  @Test
  void seldomAlarmsInTheFirstDaysIfMissingValuesVary() {
    for (double median : new double[] {0.02, 0.05, 0.2, 0.4}) {
      for (double spread : new double[] {1, 2}) {
        for (double persistence : new double[] {0, 0.5, 0.9}) {
          varies(new MissingShares(median, spread, persistence), SIZES);
        }
      }
    }
    // A first sample of three panes may have no values at all.
    varies(MissingShares.ON_OR_OFF, 10);
  }

  private static void varies(MissingShares shares, int... sizes) {
    for (int n : sizes) {
      long alarmed =
          IntStream.range(0, 2 * SERIES)
              .parallel()
              .map(seed -> firstOfMissing(shares, n, 50_000L * n + seed))
              .filter(pane -> pane > 0)
              .count();
      MISSING.add(shares.median(), shares.spread(), shares.persistence(), n, alarmed, 2 * SERIES);
      if (shares.persistence() <= 0.5) {
        assertThat(alarmed).as(shares + " " + n).isLessThanOrEqualTo(1 + SERIES / 100);
      }
    }
  }

  /** The number of the pane of the first alarm in three days, 0 if none. */
  private static int firstOfMissing(MissingShares shares, int n, long seed) {
    Supplier<Change> usual = shares.panes(seed);
    DriftWatch watch = DriftWatch.fromTheFirst(Law.INDEPENDENT, n, seed, usual);
    return alarm(watch, usual, 3 * DriftWatch.DAY);
  }

  /** Ten hours after the first midnight, with a part of a pane. */
  @Test
  void findsALossWithinAPaneOfTheFirstDay() {
    for (MissingShares usual : MissingShares.BEFORE_A_LOSS) {
      for (int n : SIZES) {
        for (double part : new double[] {0.1, 0.2, 0.5, 0.8, 1}) {
          losesWithin(usual, n, part);
        }
      }
    }
  }

  private static void losesWithin(MissingShares usual, int n, double part) {
    int series = Math.min(SERIES, 40);
    int[] delays =
        IntStream.range(0, series)
            .parallel()
            .map(seed -> delayWithin(usual, n, part, 60_000L * n + seed))
            .filter(delay -> delay > 0)
            .sorted()
            .toArray();
    int median = delays.length == 0 ? 0 : delays[(delays.length - 1) / 2];
    LOSSES.add(usual.median(), usual.spread(), n, part, delays.length, series, median);
    assertThat(delays).as(usual + " " + n + " " + part).hasSizeGreaterThanOrEqualTo(series - 2);
    assertThat(median).as(usual + " " + n + " " + part).isLessThanOrEqualTo(n == 10 ? 18 : 10);
  }

  /** The panes to the alarm from the one in whose last part values are gone, 0 if none. */
  private static int delayWithin(MissingShares shares, int n, double part, long seed) {
    Supplier<Change> usual = shares.panes(seed);
    DriftWatch watch = DriftWatch.fromTheFirst(Law.INDEPENDENT, n, seed, usual);
    int calm = Math.floorMod(-watch.paneOfDay(), DriftWatch.DAY) + 10 * HOUR;
    if (alarm(watch, usual, calm) > 0) {
      return 0;
    }
    double missing = usual.get().missing();
    Change first = new Change(0, 1, missing + (1 - missing) * part, 0);
    watch.step(first);
    int later = watch.informs() ? 0 : alarm(watch, () -> Change.GONE, HORIZON);
    return watch.informs() ? 1 + later : 0;
  }

  /** The number of the first pane with an alarm, from 1 on, 0 if there is none. */
  private static int alarm(DriftWatch watch, Supplier<Change> changes, int panes) {
    for (int pane = 1; pane <= panes; pane++) {
      watch.step(changes.get());
      if (watch.informs() || watch.pages()) {
        return pane;
      }
    }
    return 0;
  }
}
