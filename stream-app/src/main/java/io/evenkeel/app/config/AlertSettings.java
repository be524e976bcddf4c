package io.evenkeel.app.config;

import java.util.List;

/**
 * When tests of single windows become an alert, and when an alert is over.
 *
 * @param breaches number of windows m that must be below alpha
 * @param windows among this many of the newest n &ge; m
 * @param resolveAfter number of quiet windows in a row after which an alert is resolved
 */
public record AlertSettings(int breaches, int windows, int resolveAfter) {
  private static final Setting<Integer> BREACHES =
      count("breaches", 3, "Number of windows below alpha that fire an alert.");
  private static final Setting<Integer> WINDOWS =
      count("windows", 4, "Number of newest windows among which they are counted.");
  private static final Setting<Integer> RESOLVE_AFTER =
      count("resolve-after", 3, "Number of quiet windows in a row that resolve an alert.");

  static final List<Setting<?>> SETTINGS = List.of(BREACHES, WINDOWS, RESOLVE_AFTER);

  /** Checks the counts. */
  public AlertSettings {
    BREACHES.check(breaches);
    WINDOWS.check(windows);
    RESOLVE_AFTER.check(resolveAfter);
    if (breaches > windows) {
      throw new ConfigException(
          "alert.breaches",
          String.valueOf(breaches),
          "is more than alert.windows = "
              + windows
              + " and would never fire; make it at most that");
    }
  }

  /** Three of four windows; resolved after three quiet ones. */
  public static AlertSettings defaults() {
    return from(Values.NONE);
  }

  static AlertSettings from(Values values) {
    return new AlertSettings(values.get(BREACHES), values.get(WINDOWS), values.get(RESOLVE_AFTER));
  }

  private static Setting<Integer> count(String key, int fallback, String doc) {
    return new Setting<>(
        "alert." + key, SettingType.INTEGER, fallback, Range.between(1, 1000), doc);
  }
}
