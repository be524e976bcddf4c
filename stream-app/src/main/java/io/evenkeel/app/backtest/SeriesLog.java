package io.evenkeel.app.backtest;

import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.VerdictScores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Mutable: the newest verdict of each window of one series, in short. */
final class SeriesLog {
  private final SeriesKey key;
  private final NavigableMap<Instant, Judged> windows = new TreeMap<>();
  private final SortedMap<String, Long> deadLetters = new TreeMap<>();
  private final List<PublishedMap> maps = new ArrayList<>();
  private @Nullable Double logEvidence;
  private @Nullable Double logThreshold;

  private record Judged(Instant start, long predictions, double weight, WindowPoint point) {}

  SeriesLog(SeriesKey key) {
    this.key = key;
  }

  void judged(Verdict verdict) {
    windows.put(
        verdict.getWindowEnd(),
        new Judged(
            verdict.getWindowStart(), verdict.getPredictions(), weight(verdict), point(verdict)));
    if (verdict.getEvidence().getLogDetector() != null && isNewest(verdict)) {
      logEvidence = verdict.getEvidence().getLogDetector();
      logThreshold = verdict.getEvidence().getLogThreshold();
    }
  }

  /**
   * As how many labels those of a verdict count. It says what they would have shown: the fewer, the
   * larger a fault.
   */
  private static double weight(Verdict verdict) {
    Double gain = verdict.getEvidence().getDetectableGain();
    Double threshold = verdict.getEvidence().getLogThreshold();
    return gain == null || threshold == null
        ? verdict.getLabelled()
        : CalibrationMonitor.detectableGain(1, threshold) / gain;
  }

  private static WindowPoint point(Verdict verdict) {
    return new WindowPoint(
        verdict.getWindowEnd(),
        verdict.getFinding(),
        verdict.getLabelled(),
        verdict.getEvidence().getLogDetector(),
        verdict.getEvidence().getLogThreshold(),
        score(verdict.getScores()));
  }

  private static @Nullable Double score(@Nullable VerdictScores scores) {
    if (scores == null) {
      return null;
    }
    return scores.getLogLoss() == null ? scores.getCrps() : scores.getLogLoss();
  }

  private boolean isNewest(Verdict verdict) {
    return windows.lastKey().equals(verdict.getWindowEnd());
  }

  void published(PublishedMap map) {
    maps.add(map);
  }

  void deadLetter(String reason) {
    deadLetters.merge(reason, 1L, Long::sum);
  }

  /** What is known by now, given the largest fault that is tolerable, in nats per label. */
  SeriesSummary summary(double tolerable) {
    Map<Finding, Long> findings = new EnumMap<>(Finding.class);
    windows.values().forEach(window -> findings.merge(window.point().finding(), 1L, Long::sum));
    long predictions = 0;
    long labelled = 0;
    double weight = 0;
    // Wherever there are predictions a window ends. So windows that do not overlap, each the last
    // before the start of the one after it, leave no prediction out.
    for (var window = windows.lastEntry(); window != null; ) {
      predictions += window.getValue().predictions();
      labelled += window.getValue().point().labelled();
      weight += window.getValue().weight();
      window = windows.floorEntry(window.getValue().start());
    }
    return new SeriesSummary(
        key.key(),
        key.model(),
        key.version(),
        key.segment(),
        predictions,
        labelled,
        weight,
        tolerable,
        Collections.unmodifiableMap(findings),
        windows.values().stream().map(Judged::point).toList(),
        logEvidence,
        logThreshold,
        Collections.unmodifiableSortedMap(deadLetters),
        List.copyOf(maps));
  }
}
