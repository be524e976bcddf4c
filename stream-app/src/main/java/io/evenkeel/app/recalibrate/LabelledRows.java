package io.evenkeel.app.recalibrate;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.CaseKeys;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.recalibration.Outcomes;
import io.evenkeel.core.recalibration.Segments;
import io.evenkeel.core.score.LogLoss;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Mutable: the rows of a model that maps are learned from, a uniform sample of those that have a
 * label, in the order of time. Those that share an outcome follow the first of them; rows of one id
 * are copies of one prediction, and share it.
 */
public final class LabelledRows {
  private record Row(
      String id,
      long madeAt,
      long number,
      PredictiveDistribution prediction,
      Target target,
      String segment,
      String outcome) {
    boolean isImpossible() {
      return target instanceof ClassLabel
          && LogLoss.of(prediction, target) == Double.POSITIVE_INFINITY;
    }
  }

  /** More values name rows rather than segments, and would make a map that nobody can read. */
  private static final int MOST_SEGMENTS = 10_000;

  private final BottomK<Row> sample;
  private final String by;
  private final CaseKeys keys = new CaseKeys();
  private long added;

  /**
   * No rows yet.
   *
   * @param size how many are kept, at least 1
   * @param seed of the choice of those
   * @param by the attribute that divides the rows in segments; empty if none does
   */
  public LabelledRows(int size, long seed, String by) {
    this.by = by;
    sample = new BottomK<>(size, seed);
  }

  /** Adds a row; one without a label is passed over. */
  public void add(Case row) {
    if (!row.labels().isEmpty()) {
      String id = row.prediction().id();
      add(row, CaseKeys.key(id, keys.add(id)));
    }
  }

  /**
   * Adds a row with a label.
   *
   * @param key which no other row has
   */
  public void add(Case row, String key) {
    PredictionEvent prediction = row.prediction();
    PredictiveDistribution p = prediction.distribution();
    Target target =
        prediction.target(row.labels().get(row.labels().size() - 1).target(), List.of());
    sample.add(
        key,
        new Row(
            prediction.id(),
            prediction.madeAt(),
            added++,
            p,
            target,
            prediction.segments().getOrDefault(by, ""),
            prediction.cluster().id()));
  }

  /** The rows. */
  public Observations observations() {
    List<Row> rows = rows();
    return Observations.of(
        rows.stream().map(Row::prediction).toList(), rows.stream().map(Row::target).toList());
  }

  /**
   * The segment of each of the observations.
   *
   * @throws IllegalArgumentException if no row has the attribute, or it has too many values
   */
  public Segments segments() {
    Segments segments = new Segments(by, rows().stream().map(Row::segment).toList());
    if (!by.isEmpty() && segments.values().stream().allMatch(String::isEmpty)) {
      throw new IllegalArgumentException(
          "no labelled row has the segment attribute '"
              + by
              + "': name its column with --segment, or under 'segments' of the dataset file");
    }
    long count = segments.values().stream().distinct().count();
    if (count > MOST_SEGMENTS) {
      throw new IllegalArgumentException(
          "the segment attribute '"
              + by
              + "' has "
              + count
              + " values; a map can have "
              + MOST_SEGMENTS
              + " at most");
    }
    return segments;
  }

  /** The outcome of each of the observations. */
  public Outcomes outcomes() {
    Set<String> repeated = repeated();
    return Outcomes.of(rows().stream().map(row -> outcome(row, repeated)).toList());
  }

  /** The ids of more than one row. */
  private Set<String> repeated() {
    Set<String> seen = new HashSet<>();
    return sample.items().stream()
        .map(Row::id)
        .filter(id -> !seen.add(id))
        .collect(Collectors.toSet());
  }

  private static String outcome(Row row, Set<String> repeated) {
    return row.outcome.isEmpty() && repeated.contains(row.id) ? row.id : row.outcome;
  }

  private List<Row> rows() {
    Comparator<Row> inTime = Comparator.comparingLong(Row::madeAt).thenComparingLong(Row::number);
    Set<String> repeated = repeated();
    Map<String, Row> firsts = new HashMap<>();
    for (Row row : sample.items()) {
      firsts.merge(outcome(row, repeated), row, BinaryOperator.minBy(inTime));
    }
    Comparator<Row> byOutcome =
        Comparator.comparing(
            row -> {
              String outcome = outcome(row, repeated);
              return outcome.isEmpty() ? row : firsts.getOrDefault(outcome, row);
            },
            inTime);
    return sample.items().stream().sorted(byOutcome.thenComparing(inTime)).toList();
  }

  /** The number of rows whose predictions held their class impossible. */
  public long impossible() {
    return sample.items().stream().filter(Row::isImpossible).count();
  }

  /** When the first prediction was made, in milliseconds since 1970; empty without rows. */
  public OptionalLong first() {
    return times().min();
  }

  /** When the last prediction was made. */
  public OptionalLong last() {
    return times().max();
  }

  private LongStream times() {
    return sample.items().stream().mapToLong(row -> row.madeAt);
  }
}
