package io.evenkeel.app.evaluate;

import io.evenkeel.core.hypothesis.EValues;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.score.Reliability;
import io.evenkeel.schemas.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Mutable: the statistics of the chunks of a model, in one pass over its labelled rows. */
final class ChunkStatistics {
  /** Each has the statistics of a series in memory. */
  private static final int MOST = 1000;

  private final Chunking chunking;
  private final Profile profile;
  private final Plan plan;
  private final SortedMap<Chunking.Chunk, SeriesStatistics> chunks = new TreeMap<>();
  private long rows;

  ChunkStatistics(Chunking chunking, Profile profile, Plan plan) {
    this.chunking = chunking;
    this.profile = profile;
    this.plan = plan;
  }

  /**
   * Adds a labelled row.
   *
   * @param madeAt when its prediction was made, milliseconds since 1970
   * @throws IllegalArgumentException if there are more chunks than can be kept
   */
  void add(long madeAt, String id, Observation row) {
    Chunking.Chunk chunk = chunking.of(madeAt, rows++);
    SeriesStatistics statistics = chunks.get(chunk);
    if (statistics == null) {
      if (chunks.size() == MOST) {
        throw new IllegalArgumentException(
            "--by " + chunking.text() + " makes more than " + MOST + " chunks: take larger ones");
      }
      statistics = new SeriesStatistics(profile, false, 1, plan.seed());
      chunks.put(chunk, statistics);
    }
    statistics.add(id, row);
  }

  /** The chunks in their order. Of many calibrated ones some have a large e-value by chance. */
  List<ChunkReport> reports() {
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
              rejected[i]
                  ? Finding.MISCALIBRATED
                  : statistics.sketch().outcomes().weight() < Plan.MIN_LABELS
                      ? Finding.UNDERPOWERED
                      : Finding.CALIBRATED,
              logE[i],
              measures(statistics)));
    }
    return reports;
  }

  /** Log loss and Brier score with the ECE, or log loss and CRPS with the coverage. */
  private static List<Measure> measures(SeriesStatistics statistics) {
    List<Measure> measures = new ArrayList<>();
    for (Measure measure : statistics.measures()) {
      switch (measure.quantity()) {
        case LOG_LOSS, BRIER, CRPS, COVERAGE_90 -> measures.add(measure);
        default -> {}
      }
    }
    Reliability reliability = statistics.sketch().reliability();
    if (!reliability.topLabel().isEmpty()) {
      measures.add(Measure.of(Quantity.ECE, reliability.ece(), statistics.sketch().labelled()));
    }
    return measures;
  }
}
