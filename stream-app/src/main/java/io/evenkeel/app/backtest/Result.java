package io.evenkeel.app.backtest;

import java.util.List;
import java.util.SortedMap;

/**
 * What a backtest found.
 *
 * @param events the number of events that were delivered
 * @param changes every change of an alert, in the order of time
 * @param series what was watched, in the order of their keys
 * @param deadLetters events that could not be used, by reason
 */
public record Result(
    long events,
    List<DatedAlert> changes,
    List<SeriesSummary> series,
    SortedMap<String, Long> deadLetters) {

  /** Keeps copies. */
  public Result {
    changes = List.copyOf(changes);
    series = List.copyOf(series);
  }
}
