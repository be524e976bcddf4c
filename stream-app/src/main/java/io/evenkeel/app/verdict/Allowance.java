package io.evenkeel.app.verdict;

import io.evenkeel.core.sequential.FalseAlarmBudget;
import io.evenkeel.schemas.Alert;
import java.time.Duration;
import java.util.Locale;

/**
 * What one series may spend of the false-alarm budget of all.
 *
 * @param budget of all series; its period in milliseconds
 * @param share false alarms per period that the series may raise on average
 * @param threshold at which its detector raises an alarm
 */
public record Allowance(FalseAlarmBudget budget, double share, double threshold) {

  /**
   * The share of a series.
   *
   * @param weight its weight
   * @param total of the weights of all active series, itself included
   * @param step length of a pane, milliseconds
   */
  public static Allowance of(FalseAlarmBudget budget, double weight, double total, long step) {
    return new Allowance(
        budget, budget.share(weight, total), budget.threshold(weight, total, (double) step));
  }

  /** Tells what an alert spent. */
  public void tell(Alert.Builder alert) {
    alert.setBudget(budget.alarms()).setBudgetPeriod(Math.round(budget.period())).setSpent(share);
  }

  /** What was spent, for a description. */
  public String inWords(Standing standing) {
    return String.format(
        Locale.ROOT,
        "the detector of changes stands at %s (alert at %s, which spends %.2g of a budget of %.3g"
            + " false alarms in %s)",
        Words.eValue(standing.logDetector()),
        Words.eValue(Math.log(threshold)),
        share,
        budget.alarms(),
        days(Duration.ofMillis(Math.round(budget.period()))));
  }

  private static String days(Duration period) {
    return period.toDays() > 0 ? period.toDays() + " days" : period.toString();
  }
}
