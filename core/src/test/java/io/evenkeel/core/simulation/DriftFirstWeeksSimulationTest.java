package io.evenkeel.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.simulation.CaseStream.Change;
import io.evenkeel.core.simulation.CaseStream.Law;
import java.util.Arrays;
import java.util.List;
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
}
