package io.evenkeel.app.verdict;

import io.evenkeel.app.wording.Numbers;
import java.time.Duration;
import java.util.Locale;

/**
 * The false alarms that a series, or one rule of it, may raise.
 *
 * @param falseAlarms on average, per period
 * @param period event time, milliseconds
 * @param step length of a pane, milliseconds
 * @param alpha level below which the chance of a false alarm within {@value #PANES} panes stays in
 *     any case, in (0, 1): panes may be as long as the period
 */
public record BudgetShare(double falseAlarms, long period, long step, double alpha) {

  /** In so many panes the chance of a false alarm is at most alpha, however long they are. */
  private static final int PANES = 10;

  /** A share of it, in (0, 1]. */
  public BudgetShare share(double share) {
    return new BudgetShare(falseAlarms * share, period, step, alpha);
  }

  /**
   * Natural logarithm of the threshold of a detector that is restarted at every pane: the mean
   * number of panes to a false alarm is at least the threshold, so that there are at most so many
   * false alarms per period on average. It is at least {@value #PANES}/alpha.
   */
  public double logThreshold() {
    return Math.log(Math.max(PANES / alpha, (double) period / step / falseAlarms));
  }

  /** In words, such as "at most 0.05 false alarms in 30 days". */
  public String inWords() {
    Duration length = Duration.ofMillis(period);
    return String.format(
        Locale.ROOT, "at most %.2g false alarms in %s", falseAlarms, inWords(length));
  }

  private static String inWords(Duration length) {
    if (length.equals(Duration.ofDays(length.toDays()))) {
      return Numbers.of(length.toDays(), "day");
    }
    return length.equals(Duration.ofHours(length.toHours()))
        ? Numbers.of(length.toHours(), "hour")
        : Numbers.of(length.toMinutes(), "minute");
  }
}
