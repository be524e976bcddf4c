package io.evenkeel.app.config;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The documentation of every setting, made from its declaration. */
public final class SettingsTable {
  private SettingsTable() {}

  /** A table in Markdown, a row for each setting, in the order of the file. */
  public static String markdown() {
    return Stream.concat(
            Stream.of(
                row("setting", "type", "default", "allowed", "meaning"),
                row("---", "---", "---", "---", "---")),
            Stream.concat(
                AppConfig.SETTINGS.stream().map(setting -> row("", setting)),
                ModelSettings.SETTINGS.stream().map(setting -> row(Settings.DEFAULTS, setting))))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static <T> String row(String scope, Setting<T> setting) {
    String fallback = setting.text(setting.fallback());
    return row(
        "`" + scope + setting.path() + "`",
        setting.type().name(),
        fallback.isEmpty() ? "" : "`" + fallback + "`",
        setting.range().words(),
        setting.doc());
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
