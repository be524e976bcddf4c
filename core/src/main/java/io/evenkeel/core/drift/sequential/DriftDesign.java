package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.internal.Checks;

/**
 * How the drift of a series is watched. All times are in milliseconds.
 *
 * @param pane the length of a pane
 * @param season the time after which cases may repeat what they do, such as a day; at least a pane
 * @param seasons how many whole seasons with cases make a reference, at least 2
 * @param period the time in which alpha is spent, at least a season
 * @param alpha the chance of a false alarm of each level in a period, in (0, 1)
 * @param inform how far laws may be from the reference without informing: δ of {@code χ² ≤ δ²}, not
 *     negative; for a shift about its standard deviations
 * @param page how far without paging, at least as far
 */
public record DriftDesign(
    long pane, long season, int seasons, long period, double alpha, double inform, double page) {
  /** The share of references for which the null hypothesis does not hold. */
  static final double ALPHA_OF_REFERENCE = 0.001;

  private static final int MOST_SLOTS = 24;
  private static final long DAY = 86_400_000;

  /** Checks the numbers. */
  public DriftDesign {
    if (pane < 1 || season < pane || period < season) {
      throw new IllegalArgumentException(
          "a pane is at most a season, and a season at most a period, got "
              + pane
              + ", "
              + season
              + " and "
              + period
              + " milliseconds");
    }
    Checks.atLeast("seasons", seasons, 2);
    Checks.within("alpha", alpha, 0, 1);
    Checks.finiteNotNegative("tolerance to inform", inform);
    if (!(page >= inform && page < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the tolerance to page must be at least that to inform, got " + page + " and " + inform);
    }
  }

  /**
   * Days, or panes if they are longer: seven make a reference; alpha is spent in 30 of them; the
   * tolerances are 0.1 and 0.3.
   */
  public static DriftDesign days(long pane, double alpha) {
    long season = Math.max(pane, DAY);
    return new DriftDesign(pane, season, 7, 30 * season, alpha, 0.1, 0.3);
  }

  /**
   * How far laws may be from those before without informing while a reference is gathered: twice as
   * far as without paging, as days of a week differ, too, and it has not seen one yet.
   */
  double gathering() {
    return 2 * page;
  }

  /** The number of parts of a season with a reference of their own: hours of a day. */
  int slots() {
    return (int) Math.max(1, Math.min(MOST_SLOTS, season / pane));
  }

  /** The part of the season in which a time lies. */
  int slot(long time) {
    return part(time, slots());
  }

  /** The part of the season in which a time lies, of some number of parts of the same length. */
  int part(long time, int parts) {
    return (int) ((double) Math.floorMod(time, season) / (double) season * parts);
  }

  /** Whether seasons are days, so that days of the week can be distinguished. */
  boolean hasWeekdays() {
    return season == DAY;
  }

  /** The day of the week in which a time lies, from 0. */
  int weekday(long time) {
    return Math.floorMod(seasonOf(time), WeekdayCounts.DAYS);
  }

  /** The number of the season in which a time lies. */
  long seasonOf(long time) {
    return Math.floorDiv(time, season);
  }

  /** −log of the number of steps in a period, of which each may be the first of a change. */
  double logShare(boolean isSeasonal) {
    return -Math.log((double) period / (double) (isSeasonal ? season : pane));
  }

  /** The logarithm of the e-value at which an alarm is raised, and at which it ends. */
  double logThreshold() {
    return -Math.log(alpha);
  }
}
