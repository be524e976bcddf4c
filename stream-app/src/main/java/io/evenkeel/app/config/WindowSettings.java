package io.evenkeel.app.config;

import java.time.Duration;
import java.util.List;

/**
 * The windows of event time that are judged. A pane is as long as the advance.
 *
 * @param size length of a window, a multiple of the advance
 * @param advance time from the start of a window to the start of the next
 * @param grace how far out of order predictions and labels may come
 */
public record WindowSettings(Duration size, Duration advance, Duration grace) {
  private static final Setting<Duration> SIZE =
      new Setting<>(
          "window.size",
          SettingType.DURATION,
          Duration.ofHours(1),
          Range.AT_LEAST_1_MS,
          "Length of a window in event time; a multiple of `window.advance`.");
  private static final Setting<Duration> ADVANCE =
      new Setting<>(
          "window.advance",
          SettingType.DURATION,
          Duration.ofMinutes(10),
          Range.AT_LEAST_1_MS,
          "Event time from the start of a window to the start of the next. Panes are this long.");

  private static final Setting<Duration> GRACE =
      new Setting<>(
          "window.grace",
          SettingType.DURATION,
          Duration.ofMinutes(1),
          Range.NOT_NEGATIVE,
          "How far out of order, in event time, predictions and labels may come. Verdicts wait so"
              + " much longer.");

  static final List<Setting<?>> SETTINGS = List.of(SIZE, ADVANCE, GRACE);

  /** Checks that a window is a whole number of panes. */
  public WindowSettings {
    SIZE.check(size);
    ADVANCE.check(advance);
    GRACE.check(grace);
    if (!isMultiple(size, advance)) {
      throw new ConfigException(
          "window.size",
          SIZE.text(size),
          "is not a multiple of window.advance = "
              + ADVANCE.text(advance)
              + "; choose sizes of which one divides the other");
    }
  }

  /** Windows of an hour, every ten minutes. */
  public static WindowSettings defaults() {
    return from(Values.NONE);
  }

  static boolean isMultiple(Duration whole, Duration part) {
    return whole.toMillis() % part.toMillis() == 0;
  }

  static WindowSettings from(Values values) {
    return new WindowSettings(values.get(SIZE), values.get(ADVANCE), values.get(GRACE));
  }
}
