package io.evenkeel.app.config;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How many false alarms all series together may raise.
 *
 * @param falseAlarms per period, on average; empty: every series by itself has evidence.alpha
 * @param period the period, event time
 */
public record BudgetSettings(OptionalDouble falseAlarms, Duration period) {
  private static final Setting<OptionalDouble> FALSE_ALARMS =
      new Setting<>(
          "budget.false-alarms",
          SettingType.OPTIONAL_NUMBER,
          OptionalDouble.empty(),
          new Range<>(
              n -> n.isEmpty() || (n.getAsDouble() > 0 && Double.isFinite(n.getAsDouble())),
              "`none`, or above 0"),
          "False alarms per `budget.period` that all series together may raise, on average. Only"
              + " evidence then fires alerts, not tests of windows. `none`: every series has"
              + " `evidence.alpha` for itself.");
  private static final Setting<Duration> PERIOD =
      new Setting<>(
          "budget.period",
          SettingType.DURATION,
          Duration.ofDays(30),
          Range.AT_LEAST_1_MS,
          "Event time for which the budget is given.");

  static final List<Setting<?>> SETTINGS = List.of(FALSE_ALARMS, PERIOD);

  /** Checks the bounds. */
  public BudgetSettings {
    FALSE_ALARMS.check(falseAlarms);
    PERIOD.check(period);
  }

  static BudgetSettings from(Values values) {
    return new BudgetSettings(values.get(FALSE_ALARMS), values.get(PERIOD));
  }
}
