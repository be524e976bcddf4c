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

  /**
   * Prints the alerts in the order of time, a line per series and a summary of each; of other
   * settings, how they differ.
   */
  public void print(BacktestReport report) {
    Result result = report.first().result();
    if (result.changes().isEmpty()) {
      out.println("No alert.");
    }
    result.changes().forEach(this::print);
    out.println();
    out.printf(ROW, "series", "predictions", "labelled", "evidence", "alerts at", "windows");
    result.series().forEach(this::print);
    result.series().forEach(series -> summarize(report, series));
    if (!result.deadLetters().isEmpty()) {
      out.println();
      out.println("Events that could not be used: " + counts(result.deadLetters()) + ".");
      result
          .firstOfReason()
          .forEach((reason, first) -> out.println("  The first " + reason + ": " + first));
    }
    if (report.runs().size() > 1) {
      compare(report);
    }
    out.flush();
  }

  private void summarize(BacktestReport report, SeriesSummary series) {
    out.println();
    out.println(series.name());
    new SeriesWords(report.first(), series, report.delays().get(series.model()))
        .sentences()
        .forEach(sentence -> out.println("  " + sentence));
  }

  private void compare(BacktestReport report) {
    out.println();
    for (SeriesComparison.Row row : SeriesComparison.of(report)) {
      out.println(row.series());
      row.runs().forEach((name, words) -> out.printf("  %-28s %s%n", name + ":", words));
    }
  }

  private void print(DatedAlert change) {
    Alert alert = change.alert();
    out.printf(
        "%s  %-8s %-9s %-8s %s%n",
        change.at().truncatedTo(ChronoUnit.SECONDS),
        alert.getState(),
        change.change(),
        alert.getSeverity(),
        change.words());
  }

  private void print(SeriesSummary series) {
    out.printf(
        ROW,
        series.name(),
        series.predictions(),
        series.labelled(),
        number(series.logEvidence()),
        number(series.logThreshold()),
        counts(series.windows()));
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
