package io.evenkeel.app.backtest;

import io.evenkeel.schemas.Alert;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints a result for people. */
public final class TextResult {
  private static final String ROW = "%-48s %12s %12s %14s %14s  %s%n";
  private static final double LOG_10 = Math.log(10);

  /** The least logarithm of what is written as a power of ten. */
  private static final double LARGE = Math.log(1e5);

  private final PrintWriter out;

  /** Prints there. */
  public TextResult(PrintWriter out) {
    this.out = out;
  }

  /** Prints the alerts in the order of time, and a line per series. */
  public void print(Result result) {
    if (result.changes().isEmpty()) {
      out.println("No alert.");
    }
    result.changes().forEach(this::print);
    out.println();
    out.printf(ROW, "series", "predictions", "labelled", "evidence", "alerts at", "windows");
    result.series().forEach(this::print);
    if (!result.deadLetters().isEmpty()) {
      out.println();
      out.println("Events that could not be used: " + counts(result.deadLetters()) + ".");
    }
    out.flush();
  }

  private void print(DatedAlert change) {
    Alert alert = change.alert();
    out.printf(
        "%s  %-8s %-9s %-8s %s: %s%n",
        change.at().truncatedTo(ChronoUnit.SECONDS),
        alert.getState(),
        change.change(),
        alert.getSeverity(),
        alert.getRule(),
        alert.getSummary());
  }

  private void print(SeriesSummary series) {
    out.printf(
        ROW,
        name(series),
        series.predictions(),
        series.labelled(),
        number(series.logEvidence()),
        number(series.logThreshold()),
        counts(series.windows()));
  }

  private static String name(SeriesSummary series) {
    String version = series.version().isEmpty() ? "" : " " + series.version();
    String segment = series.segment().isEmpty() ? "" : " [" + series.segment() + "]";
    return series.model() + version + segment;
  }

  private static String counts(Map<?, Long> counts) {
    return counts.entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey().toString().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  private static String number(@Nullable Double log) {
    if (log == null) {
      return "-";
    }
    return log < LARGE
        ? String.format(Locale.ROOT, "%.3g", Math.exp(log))
        : String.format(Locale.ROOT, "10^%.1f", log / LOG_10);
  }
}
