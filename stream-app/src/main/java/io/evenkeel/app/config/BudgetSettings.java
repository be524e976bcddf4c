package io.evenkeel.app.config;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How many false alarms the whole installation may raise.
 *
 * @param falseAlarms per period, on average; empty: every series may raise evidence.alpha
 * @param period the period, event time
 */
public record BudgetSettings(OptionalDouble falseAlarms, Duration period) {
  private static final Setting<OptionalDouble> FALSE_ALARMS =
      new Setting<>(
          "budget.false-alarms",
          SettingType.OPTIONAL_NUMBER,
          OptionalDouble.of(0.1),
          new Range<>(
              n -> n.isEmpty() || (n.getAsDouble() > 0 && Double.isFinite(n.getAsDouble())),
              "`none`, or above 0"),
          "False alarms per `budget.period` that the whole installation may raise, on average: all"
              + " series and all rules that go by evidence share them. `none`: every series may raise"
              + " `evidence.alpha` per period.");
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
