package io.evenkeel.app.config;

import java.time.Duration;
import java.util.List;

/**
 * When evidence against calibration is enough.
 *
 * @param alpha bound on the probability of a false alarm, in (0, 1): evidence fires when its
 *     e-value passes 1/alpha, a window test when its p-value is below
 * @param restart evidence starts anew at multiples of this event time; zero: never
 * @param tolerance miscalibration that wakes nobody: temperatures and scales up to so far from one,
 *     shifts up to so many log-odds or predicted standard deviations
 * @param weight of each series when the false-alarm budget is shared out
 */
public record EvidenceSettings(double alpha, Duration restart, double tolerance, double weight) {
  private static final Setting<Double> ALPHA =
      new Setting<>(
          "evidence.alpha",
          SettingType.NUMBER,
          0.01,
          new Range<>(a -> a > 0 && a < 1, "above 0 and below 1"),
          "Bound on the probability of a false alarm: an e-value above its inverse, or a p-value"
              + " below it, counts.");
  private static final Setting<Duration> RESTART =
      new Setting<>(
          "evidence.restart",
          SettingType.DURATION,
          Duration.ZERO,
          Range.NOT_NEGATIVE,
          "Evidence starts anew at multiples of this event time, itself a multiple of"
              + " `window.advance`; `0s`: never.");

  private static final Setting<Double> TOLERANCE =
      new Setting<>(
          "evidence.tolerance",
          SettingType.NUMBER,
          0.02,
          new Range<>(t -> t >= 0 && t <= 1, "between 0 and 1"),
          "Miscalibration that wakes nobody, however many labels show it: temperatures and scales up"
              + " to so far from 1, shifts up to so many log-odds or predicted standard deviations.");

  private static final Setting<Double> WEIGHT =
      new Setting<>(
          "evidence.weight",
          SettingType.NUMBER,
          1.0,
          new Range<>(w -> w > 0 && w <= 1e6, "above 0 and at most 1e6"),
          "Weight of each series of the model when the budget of `budget.false-alarms` is shared"
              + " out.");

  static final List<Setting<?>> SETTINGS = List.of(ALPHA, RESTART, TOLERANCE, WEIGHT);

  /** Checks the bounds. */
  public EvidenceSettings {
    ALPHA.check(alpha);
    RESTART.check(restart);
    TOLERANCE.check(tolerance);
    WEIGHT.check(weight);
  }

  /** One in a hundred, never anew. */
  public static EvidenceSettings defaults() {
    return from(Values.NONE);
  }

  static EvidenceSettings from(Values values) {
    return new EvidenceSettings(
        values.get(ALPHA), values.get(RESTART), values.get(TOLERANCE), values.get(WEIGHT));
  }
}
