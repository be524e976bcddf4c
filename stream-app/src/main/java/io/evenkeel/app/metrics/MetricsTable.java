package io.evenkeel.app.metrics;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The documentation of every {@link Instrument}. */
public final class MetricsTable {
  private MetricsTable() {}

  /** A table in Markdown, a row for each instrument. */
  public static String markdown() {
    return Arrays.stream(Instrument.values())
        .map(MetricsTable::row)
        .collect(
            Collectors.joining(
                "",
                "| metric | kind | unit | labels | meaning |\n| --- | --- | --- | --- | --- |\n",
                ""));
  }

  private static String row(Instrument instrument) {
    return "| `%s` | %s | %s | %s | %s |\n"
        .formatted(
            instrument.exportedName(),
            instrument.kind().name().toLowerCase(Locale.ROOT),
            instrument.unit(),
            String.join(", ", instrument.labels()),
            instrument.help());
  }
}
