package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;

/**
 * How many false alarms a fleet of series may raise in a period of time on average, and what that
 * leaves to each series: a share in proportion to its weight. It needs no independence of the
 * series, since means of numbers of alarms add up whatever the dependence.
 *
 * @param alarms false alarms per period for all series together, positive
 * @param period the length of the period, positive, in the unit in which steps are given
 */
public record FalseAlarmBudget(double alarms, double period) {

  /** Checks the budget. */
  public FalseAlarmBudget {
    Checks.positive("false alarms", alarms);
    Checks.positive("period", period);
  }

  /**
   * The false alarms that a series may raise per period on average.
   *
   * @param weight of the series, positive
   * @param total of the weights of all active series, itself included
   */
  public double share(double weight, double total) {
    Checks.positive("weight", weight);
    Checks.within("weight / total", weight / total, 0, 1);
    return alarms * weight / total;
  }

  /**
   * The level α for an e-process or {@link RestartedEProcess} that restarts once a period and
   * raises an alarm when it reaches 1/α. The chance that it does so falsely in a period is at most
   * α, so all series together raise at most the budget.
   *
   * @return the share, below 1
   * @throws IllegalArgumentException if the share is 1 or more: a bound on a chance cannot spend
   *     it; shorten the period
   */
  public double level(double weight, double total) {
    double share = share(weight, total);
    if (!(share < 1)) {
      throw new IllegalArgumentException(
          "a series may raise "
              + share
              + " false alarms per period, more than a level can express: shorten the period");
    }
    return share;
  }

  /**
   * The threshold for an {@link EDetector} that restarts after every alarm: its mean number of
   * steps between false alarms is at least the threshold, so it raises no more than the share per
   * period.
   *
   * @param step the time from one step to the next, in the unit of the period
   */
  public double threshold(double weight, double total, double step) {
    return Math.max(1, period / (Checks.positive("step", step) * share(weight, total)));
  }
}
