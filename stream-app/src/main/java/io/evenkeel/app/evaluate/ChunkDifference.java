package io.evenkeel.app.evaluate;

import io.evenkeel.core.score.Interval;
import io.evenkeel.core.score.RunningMean;
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
 * @param interval of {@link Plan#CONFIDENCE}, for this chunk alone
 * @param n the number of rows
 */
public record ChunkDifference(String name, long start, double value, Interval interval, long n) {
  /** What {@link #cells} are. */
  static final List<String> HEADER = List.of("chunk", "rows", "difference", "95 % interval");

  /** The chunks in their order. */
  static List<ChunkDifference> of(List<Step> steps, Chunking chunking) {
    SortedMap<Chunking.Chunk, RunningMean> means = new TreeMap<>();
    for (Step step : steps) {
      Chunking.Chunk chunk = chunking.of(step.place().madeAt(), step.place().row());
      means.computeIfAbsent(chunk, one -> new RunningMean()).add(step.difference());
    }
    return means.entrySet().stream().map(chunk -> of(chunk.getKey(), chunk.getValue())).toList();
  }

  private static ChunkDifference of(Chunking.Chunk chunk, RunningMean mean) {
    return new ChunkDifference(
        chunk.name(), chunk.start(), mean.mean(), mean.interval(Plan.CONFIDENCE), mean.n());
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
