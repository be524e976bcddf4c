package io.evenkeel.local.demo;

import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * What was found of each series over all its final windows, which do not overlap. Mutable; safe for
 * use by many threads.
 */
final class VerdictTable {
  private static final List<String> HEAD =
      List.of("model", "labelled", "estimate", "p-value", "e-value", "alerts", "verdict");
  private static final String LEGEND =
      """
      estimate: SKCE, mean over the windows, with the standard error that it has if the model is calibrated
      p-value:  smallest of the CME tests of all windows, times their number
      e-value:  largest of the series
      """;

  private final Map<String, Map<Instant, Verdict>> finals = new TreeMap<>();
  private final Map<String, Integer> alerts = new HashMap<>();

  /** Takes in a verdict; only final ones count, the newest of each window. */
  synchronized void add(Verdict verdict) {
    if (verdict.getStatus() == VerdictStatus.FINAL) {
      String series = series(verdict.getModel(), verdict.getVersion(), verdict.getSegment());
      finals.computeIfAbsent(series, key -> new TreeMap<>()).put(verdict.getWindowStart(), verdict);
      notifyAll();
    }
  }

  /** Takes in an alert; it counts when it fires. */
  synchronized void add(Alert alert) {
    if (alert.getState() == AlertState.FIRING) {
      alerts.merge(
          series(alert.getModel(), alert.getVersion(), alert.getSegment()), 1, Integer::sum);
    }
  }

  /** Number of final verdicts so far. */
  synchronized int size() {
    return finals.values().stream().mapToInt(Map::size).sum();
  }

  /**
   * Waits for final verdicts on certain windows of whole models.
   *
   * @param starts of the windows, by model
   * @return whether they came in time
   */
  synchronized boolean await(Map<String, Instant> starts, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!starts.entrySet().stream().allMatch(this::isFinal)) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  private boolean isFinal(Map.Entry<String, Instant> window) {
    return finals.getOrDefault(window.getKey(), Map.of()).containsKey(window.getValue());
  }

  /** The table, with a line of names above and what they mean below. */
  synchronized String text() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    finals.forEach((series, windows) -> rows.add(row(series, windows.values())));
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      for (int column = 0; column < row.size() - 1; column++) {
        int width = width(rows, column);
        // Names stand to the left of their column, numbers to the right.
        text.append(
            String.format(column == 0 ? "%-" + width + "s" : "%" + width + "s", row.get(column)));
        text.append("  ");
      }
      text.append(row.get(row.size() - 1)).append('\n');
    }
    return text.append(LEGEND).toString();
  }

  private List<String> row(String series, Collection<Verdict> windows) {
    return List.of(
        series,
        String.valueOf(windows.stream().mapToLong(Verdict::getLabelled).sum()),
        estimate(windows),
        pValue(windows),
        eValue(windows),
        String.valueOf(alerts.getOrDefault(series, 0)),
        verdict(windows));
  }

  private static String estimate(Collection<Verdict> windows) {
    double labels = 0;
    double estimate = 0;
    double variance = 0;
    for (Verdict window : windows) {
      Double skce = window.getTests().getSkce();
      Double error = window.getTests().getSkceStandardError();
      if (skce != null && error != null) {
        labels += window.getLabelled();
        estimate += window.getLabelled() * skce;
        variance += Math.pow(window.getLabelled() * error, 2);
      }
    }
    return labels == 0
        ? ""
        : String.format(
            Locale.ROOT, "%.4f ± %.4f", estimate / labels, Math.sqrt(variance) / labels);
  }

  private static String pValue(Collection<Verdict> windows) {
    List<Double> pValues =
        windows.stream()
            .map(verdict -> verdict.getTests().getCmePValue())
            .filter(Objects::nonNull)
            .toList();
    return pValues.stream()
        .min(Double::compare)
        .map(least -> String.format(Locale.ROOT, "%.2g", Math.min(1, pValues.size() * least)))
        .orElse("");
  }

  private static String eValue(Collection<Verdict> windows) {
    return windows.stream()
        .map(verdict -> verdict.getEvidence().getLogESeries())
        .filter(Objects::nonNull)
        .max(Double::compare)
        .map(Numbers::eValue)
        .orElse("");
  }

  private static String verdict(Collection<Verdict> windows) {
    long rejected =
        windows.stream().filter(window -> window.getFinding() == Finding.MISCALIBRATED).count();
    return rejected == 0
        ? "calibrated in all " + windows.size() + " windows"
        : "miscalibrated in " + rejected + " of " + windows.size() + " windows";
  }

  private static String series(String model, String version, String segment) {
    return new SeriesKey(model, version, segment).inWords();
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
