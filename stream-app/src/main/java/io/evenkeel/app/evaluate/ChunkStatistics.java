package io.evenkeel.app.evaluate;

import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.core.hypothesis.EValues;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.score.Reliability;
import io.evenkeel.schemas.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Mutable: the statistics of the chunks of a model, in one pass over its labelled rows. */
final class ChunkStatistics {
  /** Each has the statistics of a series in memory. */
  private static final int MOST = 1000;

  private final Chunking chunking;
  private final SketchPlan sketches;
  private final Plan plan;
  private final SortedMap<Chunking.Chunk, SeriesStatistics> chunks = new TreeMap<>();
  private final @Nullable ChunkDrift drift;
  private long rows;

  ChunkStatistics(Chunking chunking, SketchPlan sketches, ModelScan scan, Plan plan) {
    this.chunking = chunking;
    this.sketches = sketches;
    this.plan = plan;
    drift =
        chunking
            .reference()
            .map(
                reference ->
                    new ChunkDrift(scan.drift(sketches.profile().orElseThrow()), reference))
            .orElse(null);
  }

  /** Adds a row without a label. */
  void addWaiting(PredictionEvent prediction) {
    if (drift != null) {
      drift.add(chunking.of(prediction.madeAt(), rows), prediction, null);
    }
  }

  /**
   * Adds a labelled row.
   *
   * @throws IllegalArgumentException if there are more chunks than can be kept
   */
  void add(PredictionEvent prediction, String id, Observation row) {
    Chunking.Chunk chunk = chunking.of(prediction.madeAt(), rows++);
    SeriesStatistics statistics = chunks.get(chunk);
    if (statistics == null) {
      checkRoom(chunks.size());
      statistics = new SeriesStatistics(sketches, false, 1, plan.seed());
      chunks.put(chunk, statistics);
    }
    statistics.add(id, row);
    if (drift != null) {
      drift.add(chunk, prediction, row.target());
    }
  }

  /** Refuses another chunk beside so many. */
  static void checkRoom(int chunks) {
    if (chunks == MOST) {
      throw new IllegalArgumentException(
          "--by makes more than " + MOST + " chunks: take larger ones");
    }
  }

  /** How the chunks compare with those of the reference, if there is one. */
  List<ChunkShift> shifts() {
    return drift == null ? List.of() : drift.shifts();
  }

  /**
   * The chunks in their order. Of many calibrated ones some have a large e-value by chance.
   *
   * @param ofAll the verdict on the model: if its labels are no fair sample, none is judged
   */
  List<ChunkReport> reports(Finding ofAll) {
    double[] logE =
        chunks.values().stream().mapToDouble(one -> one.logE(plan.tolerance())).toArray();
    boolean[] rejected = EValues.falseDiscovery(logE, plan.alpha());
    List<ChunkReport> reports = new ArrayList<>();
    for (Map.Entry<Chunking.Chunk, SeriesStatistics> chunk : chunks.entrySet()) {
      int i = reports.size();
      SeriesStatistics statistics = chunk.getValue();
      long labels = statistics.sketch().labelled();
      reports.add(
          new ChunkReport(
              chunk.getKey().name(),
              chunk.getKey().start(),
              labels,
              ofAll == Finding.UNKNOWN ? ofAll : finding(statistics, rejected[i]),
              logE[i],
              measures(statistics)));
    }
    return reports;
  }

  private static Finding finding(SeriesStatistics statistics, boolean isRejected) {
    if (isRejected) {
      return Finding.MISCALIBRATED;
    }
    return statistics.sketch().outcomes().weight() < Plan.MIN_LABELS
        ? Finding.UNDERPOWERED
        : Finding.CALIBRATED;
  }

  /** Log loss and Brier score with the ECE, or log loss and CRPS with the coverage. */
  private static List<Measure> measures(SeriesStatistics statistics) {
    List<Measure> measures = new ArrayList<>();
    List<Measure> all = statistics.measures();
    for (Measure measure : all) {
      switch (measure.quantity()) {
        case LOG_LOSS, BRIER, CRPS -> measures.add(measure);
        default -> {}
      }
    }
    Measure.coverage(all).ifPresent(measures::add);
    Reliability reliability = statistics.sketch().reliability();
    if (!reliability.topLabel().isEmpty()) {
      measures.add(Measure.of(Quantity.ECE, reliability.ece(), statistics.sketch().labelled()));
    }
    return measures;
  }
}
