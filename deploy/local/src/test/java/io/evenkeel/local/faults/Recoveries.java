package io.evenkeel.local.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How often each fault was injected, and how long it took to recover. */
final class Recoveries {
  /** Of one fault. */
  private static final class Row {
    private int injections;
    private final List<Double> seconds = new ArrayList<>();
  }

  private final Map<String, Row> rows = new TreeMap<>();

  /** One injection after which the next came without a wait. */
  void add(String fault) {
    row(fault).injections++;
  }

  /** One injection, and the time until all was processed. */
  void add(String fault, Duration recovery) {
    Row row = row(fault);
    row.injections++;
    row.seconds.add(recovery.toMillis() / 1e3);
  }

  private Row row(String fault) {
    return rows.computeIfAbsent(fault, f -> new Row());
  }

  int injections() {
    return rows.values().stream().mapToInt(row -> row.injections).sum();
  }

  /** A table in Markdown. */
  String table() {
    StringBuilder table = new StringBuilder();
    table.append("| fault | injections | recoveries timed | median s | worst s |\n");
    table.append("| --- | ---: | ---: | ---: | ---: |\n");
    rows.forEach((fault, row) -> line(table, fault, row.injections, row.seconds));
    List<Double> all = rows.values().stream().flatMap(row -> row.seconds.stream()).toList();
    line(table, "all", injections(), all);
    return table.toString();
  }

  private static void line(StringBuilder table, String fault, int n, List<Double> seconds) {
    List<Double> sorted = seconds.stream().sorted().toList();
    table.append(
        String.format(
            Locale.ROOT,
            "| %s | %d | %d | %s | %s |%n",
            fault,
            n,
            sorted.size(),
            sorted.isEmpty() ? "" : String.format(Locale.ROOT, "%.1f", median(sorted)),
            sorted.isEmpty() ? "" : String.format(Locale.ROOT, "%.1f", Collections.max(sorted))));
  }

  private static double median(List<Double> sorted) {
    int n = sorted.size();
    return (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
  }
}
