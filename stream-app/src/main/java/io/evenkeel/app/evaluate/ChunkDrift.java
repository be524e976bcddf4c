package io.evenkeel.app.evaluate;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.verdict.Drift;
import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Mutable: compares the rows of each chunk with those of reference chunks, as the monitor compares
 * a window with its reference: predictions, features and labels, each by a test that takes rows as
 * independent. Rows without a label count, too.
 */
final class ChunkDrift {
  private final DriftPlan plan;
  private final String reference;
  private final SortedMap<Chunking.Chunk, double[]> chunks = new TreeMap<>();

  /**
   * Of no rows.
   *
   * @param plan how rows are summed up
   * @param reference name of the chunk that is the reference; if there is none of that name, the
   *     chunks whose names begin with this
   */
  ChunkDrift(DriftPlan plan, String reference) {
    this.plan = plan;
    this.reference = reference;
  }

  /**
   * Adds a row.
   *
   * @param target its label; null without one
   * @throws IllegalArgumentException if there are more chunks than can be kept
   */
  void add(Chunking.Chunk chunk, PredictionEvent prediction, @Nullable Target target) {
    double[] block = chunks.computeIfAbsent(chunk, first -> block());
    plan.add(block, prediction.distribution(), prediction.features());
    if (target != null) {
      plan.label(block, prediction.distribution(), target, 1);
    }
  }

  private double[] block() {
    ChunkStatistics.checkRoom(chunks.size());
    return new double[plan.length()];
  }

  /**
   * The other chunks in their order. The level of each is divided by their number (Bonferroni).
   *
   * @throws IllegalArgumentException if no chunk is of the reference, or all are
   */
  List<ChunkShift> shifts() {
    boolean isName = chunks.keySet().stream().anyMatch(one -> one.name().equals(reference));
    Predicate<String> isReference =
        name -> isName ? name.equals(reference) : name.startsWith(reference);
    DriftMoments before = null;
    SortedMap<Chunking.Chunk, DriftMoments> others = new TreeMap<>();
    for (Map.Entry<Chunking.Chunk, double[]> chunk : chunks.entrySet()) {
      DriftMoments cases = plan.moments(chunk.getValue());
      if (!isReference.test(chunk.getKey().name())) {
        others.put(chunk.getKey(), cases);
      } else {
        before = before == null ? cases : before.plus(cases);
      }
    }
    if (before == null || others.isEmpty()) {
      throw new IllegalArgumentException(
          "--reference "
              + reference
              + ": the names of "
              + (before == null ? "no" : "all")
              + " chunks begin with it; the first chunk is "
              + chunks.firstKey().name());
    }
    List<ChunkShift> shifts = new ArrayList<>();
    for (Map.Entry<Chunking.Chunk, DriftMoments> chunk : others.entrySet()) {
      Drift drift = Drift.of(chunk.getValue(), before, before.targets());
      shifts.add(
          new ChunkShift(
              chunk.getKey().name(),
              chunk.getValue().predictions().n(),
              drift,
              drift.shifts(Plan.DRIFT_ALPHA / others.size())));
    }
    return shifts;
  }
}
