package io.evenkeel.app.backtest;

import io.evenkeel.app.config.Durations;
import io.evenkeel.app.replay.LabelDelays;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.app.wording.Times;
import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.schemas.Finding;
import io.evenkeel.schemas.PublishedMap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A series in sentences.
 *
 * @param run the settings and what was found under them
 * @param series one of its series
 * @param delays how long the labels of its model take; null if not known
 */
record SeriesWords(BacktestReport.Run run, SeriesSummary series, @Nullable LabelDelays delays) {
  /** Faults to speak of, in nats per label. */
  private static final double[] GAINS = {0.1, 0.03, 0.01, 0.003};

  /** Windows, alerts, labels, and which faults would have been found. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    sentences.add(windows());
    sentences.add(alerts());
    if (delays != null && series.segment().isEmpty()) {
      sentences.add(labels(delays));
    }
    map().ifPresent(sentences::add);
    if (series.logThreshold() != null && series.labelled() > 0) {
      power(series.logThreshold()).ifPresent(sentences::add);
    }
    return sentences;
  }

  private String windows() {
    long all = series.windows().values().stream().mapToLong(n -> n).sum();
    return all == 0
        ? "No window was judged."
        : String.format(Locale.ROOT, "Windows: %,d. %s.", all, findings());
  }

  /** The windows by what was found in them, such as "12 calibrated, 3 with too few labels". */
  String findings() {
    return series.windows().entrySet().stream()
        .map(entry -> String.format(Locale.ROOT, "%,d %s", entry.getValue(), of(entry.getKey())))
        .collect(Collectors.joining(", "));
  }

  private static String of(Finding finding) {
    return switch (finding) {
      case CALIBRATED -> "calibrated";
      case MISCALIBRATED -> "miscalibrated";
      case UNDERPOWERED -> "with too few labels";
      case NO_DATA -> "without labels or predictions";
      case LEARNING -> "while the profile was learned";
      case UNKNOWN -> "not judged";
    };
  }

  /** The alerts that fired, by rule, with the first of each. */
  String alerts() {
    Map<String, List<Instant>> fired = fired();
    return fired.isEmpty()
        ? "No alert fired."
        : "Alerts that fired: "
            + fired.entrySet().stream()
                .map(
                    rule ->
                        String.format(
                            Locale.ROOT,
                            "%d %s (%s %s)",
                            rule.getValue().size(),
                            rule.getKey(),
                            rule.getValue().size() == 1 ? "at" : "the first at",
                            Times.minute(rule.getValue().get(0))))
                .collect(Collectors.joining(", "))
            + ".";
  }

  /** When alerts of this series fired, by rule. */
  Map<String, List<Instant>> fired() {
    return run.result().fired().stream()
        .filter(change -> series.isOf(change.alert()))
        .sorted(Comparator.comparing(DatedAlert::at))
        .collect(
            Collectors.groupingBy(
                change -> change.alert().getRule(),
                TreeMap::new,
                Collectors.mapping(DatedAlert::at, Collectors.toList())));
  }

  /** The newest map, since when there is one, and what such maps would have saved. */
  private Optional<String> map() {
    List<PublishedMap> maps = series.maps();
    if (maps.isEmpty()) {
      return Optional.empty();
    }
    PublishedMap newest = maps.get(maps.size() - 1);
    Double gain = newest.getGain();
    String saved =
        gain == null
            ? ""
            : String.format(
                Locale.ROOT,
                " On %,d labels since one was proven, maps that were learned from earlier ones would"
                    + " have saved %s nats per label%s.",
                newest.getLaterLabels(),
                Numbers.plain(gain),
                interval(newest));
    return Optional.of(
        String.format(
            Locale.ROOT,
            "Maps: the first was published at %s; now %s.%s",
            Times.minute(maps.get(0).getUpdatedAt()),
            newest.getWords(),
            saved));
  }

  private static String interval(PublishedMap map) {
    Double lower = map.getGainLower();
    Double upper = map.getGainUpper();
    return lower == null || upper == null
        ? ""
        : " (" + Numbers.plain(lower) + " to " + Numbers.plain(upper) + ")";
  }

  private String labels(LabelDelays delays) {
    if (delays.labelled() == 0) {
      return "No prediction has a label.";
    }
    return String.format(
        Locale.ROOT,
        "Labels%s: %,d of %s have one. Half of the labels take at most %s, 99 %% at most %s. %s",
        series.version().isEmpty() ? "" : " of all versions",
        delays.labelled(),
        Numbers.of(delays.predictions(), "prediction"),
        time(delays.quantile(0.5)),
        time(delays.quantile(LabelDelays.WAITED_FOR)),
        wait(delays));
  }

  private String wait(LabelDelays delays) {
    Duration wait = run.settings().model(series.model()).labels().maxWait();
    Duration suggested = delays.suggestedWait();
    double missed = delays.shareLaterThan(wait);
    String now = "labels.wait is " + Durations.text(wait);
    if (missed > 1 - LabelDelays.WAITED_FOR) {
      return String.format(
          Locale.ROOT,
          "%s: %.0f %% of the labels take longer. Set it to %s.",
          now,
          100 * missed,
          Durations.text(suggested));
    }
    return suggested.compareTo(wait) < 0
        ? now + "; " + Durations.text(suggested) + " would do."
        : now + ", which is long enough.";
  }

  /** In one unit, rounded up: labels take at most so long. */
  private static String time(Duration delay) {
    long millis = Math.max(0, delay.toMillis());
    if (millis < 10_000) {
      return Numbers.plain(Math.ceil(millis / 100.0) / 10) + " s";
    }
    if (millis <= 120_000) {
      return up(millis, 1000) + " s";
    }
    if (millis <= 7_200_000) {
      return up(millis, 60_000) + " min";
    }
    return millis <= 2 * 86_400_000
        ? up(millis, 3_600_000) + " h"
        : up(millis, 86_400_000) + " days";
  }

  private static long up(long millis, long unit) {
    return -Math.floorDiv(-millis, unit);
  }

  /** Of the faults that are not tolerable; empty if all are. */
  private Optional<String> power(double logThreshold) {
    double labelsOfWeight = series.weight() > 0 ? series.labelled() / series.weight() : 1;
    List<String> faults = new ArrayList<>();
    for (double gain : GAINS) {
      double needed = labelsOfWeight * CalibrationMonitor.detectableGain(1, logThreshold) / gain;
      if (gain > series.tolerable()) {
        faults.add(String.format(Locale.ROOT, "%s after %s", gain, rounded(needed)));
      }
    }
    return faults.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "What would be found: a fault of so many nats per label fires an alert after about"
                    + " so many labels, with 80 %% power or more: %s. The series has %s%s.",
                String.join(", ", faults),
                Numbers.of(series.labelled(), "label"),
                counting()));
  }

  /** As how many the labels count, if rows share outcomes. */
  private String counting() {
    long weight = Math.round(series.weight());
    return weight == series.labelled()
        ? ""
        : String.format(
            Locale.ROOT, ", which count as %,d, as rows share outcomes or overlap", weight);
  }

  /** To two digits. */
  private static String rounded(double count) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(count)) - 1));
    return String.format(Locale.ROOT, "%,.0f", Math.ceil(count / unit) * unit);
  }
}
