package io.evenkeel.app.evaluate;

import io.evenkeel.app.dataset.UnmatchedLabels;
import io.evenkeel.app.dataset.UnusableRowException;
import io.evenkeel.app.wording.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Mutable: what became of the rows of a model. */
public final class RowCounts {
  private static final int SHOWN = 5;

  private final Map<String, Long> unusable = new TreeMap<>();
  private final List<String> offenders = new ArrayList<>();
  private final RepeatedIds ids = new RepeatedIds();
  private Optional<UnmatchedLabels> unmatched = Optional.empty();
  private long withoutPrediction;
  private long predictions;
  private long labelled;

  void addPrediction(String id, boolean hasLabel) {
    ids.add(id);
    predictions++;
    labelled += hasLabel ? 1 : 0;
  }

  void addUnusable(UnusableRowException e) {
    unusable.merge(e.reason(), 1L, Long::sum);
    if (offenders.size() < SHOWN) {
      offenders.add(String.valueOf(e.getMessage()));
    }
  }

  void addWithoutPrediction() {
    withoutPrediction++;
  }

  void addUnmatched(UnmatchedLabels labels) {
    unmatched = Optional.of(labels);
  }

  /** The labels of another file that no prediction has; empty without any. */
  public Optional<UnmatchedLabels> unmatched() {
    return unmatched;
  }

  /** Rows without a prediction: its columns are blank. */
  public long withoutPrediction() {
    return withoutPrediction;
  }

  /** How many they are; empty without any. */
  String withoutPredictionInWords() {
    return withoutPrediction == 0
        ? ""
        : Numbers.of(withoutPrediction, "row")
            + (withoutPrediction == 1 ? " holds" : " hold")
            + " no prediction, and count in no number.";
  }

  /** Rows with a prediction. */
  public long predictions() {
    return predictions;
  }

  /** Those of them that have a label. */
  public long labelled() {
    return labelled;
  }

  /** Those of the rows with a prediction whose id an earlier one has. */
  public long repeated() {
    return ids.count();
  }

  /** What such rows mean; empty without any. */
  String repeatedInWords() {
    long repeated = repeated();
    return repeated == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%,d %s the id of an earlier row. Here each row counts; the application counts an id once.",
            repeated,
            repeated == 1 ? "row has" : "rows have");
  }

  /** The number of rows that could not be used, by reason. */
  public Map<String, Long> unusable() {
    return Collections.unmodifiableMap(unusable);
  }

  /** The first of them, each with its place and its fault. */
  public List<String> offenders() {
    return List.copyOf(offenders);
  }
}
