package io.evenkeel.app.evaluate;

import io.evenkeel.app.replay.Case;
import io.evenkeel.core.moments.BottomK;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Mutable: a uniform sample of the labelled rows of a model whose ids another has too, from a pass
 * over its rows. The samples of both hold the rows of the same ids.
 */
final class CommonSample {
  private final ModelStatistics model;
  private final ModelStatistics other;
  private final BottomK<Observation> rows;
  private long labels;

  /** No rows yet. */
  CommonSample(ModelStatistics model, ModelStatistics other) {
    this.model = model;
    this.other = other;
    rows = new BottomK<>(model.plan().sample(), model.plan().seed());
  }

  /** Adds a row, if it has a label and the only row of its id in either model has it. */
  void add(Case row) {
    if (row.labels().isEmpty()) {
      return;
    }
    long number = labels++;
    String id = ModelStatistics.sharedId(row.prediction());
    if (model.keys().isOnce(id) && other.keys().isOnce(id)) {
      rows.add(id, model.observation(row, number));
    }
  }

  /** The rows with their ids. */
  BottomK<Observation> rows() {
    return rows;
  }

  /**
   * Whether the samples of all rows of two models hold too few of the common ones, as where one
   * model has many more rows.
   */
  static boolean isNeeded(ModelStatistics first, ModelStatistics second) {
    Set<String> ids = ids(first);
    ids.retainAll(ids(second));
    ids.removeIf(id -> !first.keys().isOnce(id) || !second.keys().isOnce(id));
    boolean isCounted = !first.keys().isFull() && !second.keys().isFull();
    long common = isCounted ? first.keys().common(second.keys()).once() : Long.MAX_VALUE;
    return ids.size() < Math.min(first.plan().sample(), common);
  }

  private static Set<String> ids(ModelStatistics model) {
    List<BottomK.Entry<Observation>> sample = model.whole().sample().entries();
    return sample.stream().map(BottomK.Entry::id).collect(Collectors.toCollection(HashSet::new));
  }
}
