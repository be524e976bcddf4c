package io.evenkeel.app.evaluate;

import java.util.List;
import java.util.Optional;

/**
 * How the difference of two models came about.
 *
 * @param allTimes of scores that are bounded; empty of those of numbers, which are not, and where
 *     too few labels are {@linkplain SeriesStatistics#LEAST_MISSES misses}
 * @param chunks the differences of chunks, if rows are cut into them
 */
public record OverTime(Optional<AllTimes> allTimes, List<ChunkDifference> chunks) {

  /** Copies the list. */
  public OverTime {
    chunks = List.copyOf(chunks);
  }
}
