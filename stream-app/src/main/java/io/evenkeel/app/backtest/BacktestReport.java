package io.evenkeel.app.backtest;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.replay.LabelDelays;
import java.util.List;
import java.util.SortedMap;

/**
 * What a history says of one or more settings.
 *
 * @param delays how long the labels of each model take, by its name
 * @param runs the history under each of the settings, at least one
 */
public record BacktestReport(SortedMap<String, LabelDelays> delays, List<Run> runs) {

  /**
   * The history under some settings.
   *
   * @param name of the settings, such as their file
   * @param settings the settings
   * @param result what was found
   */
  public record Run(String name, AppConfig settings, Result result) {}

  /** Checks that there is a run. */
  public BacktestReport {
    runs = List.copyOf(runs);
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("a report needs a run");
    }
  }

  /** The first run: others are compared with it. */
  public Run first() {
    return runs.get(0);
  }
}
