package io.evenkeel.app.evaluate;

import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.RunningMean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How two models compare in one chunk of the rows that they have in common.
 *
 * @param name of the chunk, such as 2016
 * @param start milliseconds since 1970, or the first row from 0
 * @param value the mean difference of their scores, first minus second
 * @param interval of {@link Plan#CONFIDENCE}, for this chunk alone; everything where too few labels
 *     are {@linkplain SeriesStatistics#LEAST_MISSES misses}
 * @param n the number of rows
 */
public record ChunkDifference(String name, long start, double value, Interval interval, long n) {
  /** What {@link #cells} are. */
  static final List<String> HEADER = List.of("chunk", "rows", "difference", "95 % interval");

  /**
   * The chunks in their order.
   *
   * @param leastMisses how many misses there must be for an interval
   */
  static List<ChunkDifference> of(List<Step> steps, Chunking chunking, long leastMisses) {
    SortedMap<Chunking.Chunk, List<Step>> chunks = new TreeMap<>();
    for (Step step : steps) {
      Chunking.Chunk chunk = chunking.of(step.place().madeAt(), step.place().row());
      chunks.computeIfAbsent(chunk, one -> new ArrayList<>()).add(step);
    }
    return chunks.entrySet().stream()
        .map(chunk -> of(chunk.getKey(), chunk.getValue(), leastMisses))
        .toList();
  }

  private static ChunkDifference of(Chunking.Chunk chunk, List<Step> steps, long leastMisses) {
    RunningMean mean = new RunningMean();
    steps.forEach(step -> mean.add(step.difference()));
    return new ChunkDifference(
        chunk.name(),
        chunk.start(),
        mean.mean(),
        Step.haveMisses(steps, leastMisses) ? mean.interval(Plan.CONFIDENCE) : Interval.EVERYTHING,
        mean.n());
  }

  /** The chunk as a row of a table. */
  List<String> cells() {
    return List.of(
        name,
        String.format(Locale.ROOT, "%,d", n),
        TextReport.number(value),
        TextReport.range(interval));
  }
}
