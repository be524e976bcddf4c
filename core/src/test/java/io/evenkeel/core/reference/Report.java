package io.evenkeel.core.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The outcome of every operation of a folder: mutable, filled case by case. */
final class Report {
  private final TreeMap<String, Row> rows = new TreeMap<>();

  /** The row of an operation, which is created when it is first asked for. */
  Row row(String operation) {
    return rows.computeIfAbsent(operation, name -> new Row());
  }

  /** The report as a table. */
  String table() {
    StringBuilder table = new StringBuilder();
    String format = "%-28s %6s %7s %16s %12s %14s%n";
    table.append(
        String.format(
            format,
            "operation",
            "cases",
            "failed",
            "not implemented",
            "rel. error",
            "of tolerance"));
    List<String> missing = new ArrayList<>();
    rows.forEach(
        (name, row) -> {
          if (row.handled) {
            table.append(
                String.format(
                    format,
                    name,
                    row.cases,
                    row.failures.size(),
                    row.unknown,
                    String.format("%.1e", row.worstRelativeError),
                    String.format("%.2g", row.worstShare)));
          } else {
            missing.add(name + " (" + row.cases + ")");
          }
        });
    table.append("not implemented (cases): ");
    table.append(missing.isEmpty() ? "none" : String.join(", ", missing));
    return table.append(System.lineSeparator()).toString();
  }

  /** One operation: how many cases, and how they went. */
  static final class Row {
    private final List<String> failures = new ArrayList<>();
    private final Set<String> unknowns = new TreeSet<>();
    private boolean handled = true;
    private int cases;
    private int unknown;
    private double worstRelativeError;
    private double worstShare;

    void withoutHandler(int count) {
      handled = false;
      cases += count;
    }

    void compared(String name, Comparison comparison) {
      cases++;
      worstRelativeError = Math.max(worstRelativeError, comparison.worstRelativeError());
      worstShare = Math.max(worstShare, comparison.worstShare());
      if (!comparison.differences().isEmpty()) {
        failures.add(name + ": " + String.join("; ", comparison.differences()));
      }
    }

    void failed(String name, RuntimeException e) {
      cases++;
      failures.add(name + ": " + e);
    }

    void notImplemented(NotImplemented e) {
      cases++;
      unknown++;
      unknowns.add(e.getMessage());
    }

    List<String> failures() {
      return failures;
    }

    /** What kept the library from running everything, in words; empty if nothing did. */
    String gaps() {
      if (!handled) {
        return "no handler for this operation, " + cases + " cases";
      }
      return unknown == 0 ? "" : unknown + " of " + cases + " cases need " + unknowns;
    }
  }
}
