package io.evenkeel.app.observe;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.Entries;
import io.evenkeel.app.state.Labelled;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Counts after a restart the labels that came since the sums of their panes were written, in the
 * order in which they came, so that sums are what they were to the last bit: mutable, to be run
 * once, before anything else is counted.
 *
 * <p>Cost: each pending prediction is read once; the labels to be counted are among the last
 * {@value LabelNumbers#MOST_MISSING}.
 */
final class CatchUp {
  private final AppConfig config;
  private final ObserveState state;
  private final Isolation isolation;

  /** By pane, the last label that all of its sums counted when they were written. */
  private final Map<PaneKey, Long> complete = new HashMap<>();

  /** By the number of their labels, predictions whose labels some sums lack. */
  private final NavigableMap<Long, String> missing = new TreeMap<>();

  CatchUp(AppConfig config, ObserveState state, Isolation isolation) {
    this.config = config;
    this.state = state;
    this.isolation = isolation;
  }

  /**
   * Counts what is missing.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  void run(long now) {
    state
        .panes()
        .open()
        .forEach(pane -> isolated(pane.series().model(), now, () -> complete(pane)));
    Entries.forEach(
        state.observations().all(),
        (id, observation) -> isolated(observation.model(), now, () -> find(id, observation)),
        unreadable -> {});
    for (String id : missing.values()) {
      Observation one = state.observation(id);
      isolated(one.model(), now, () -> count(id, one));
    }
  }

  private void isolated(String model, long now, Runnable work) {
    isolation.done(model, "counting labels of " + model + " after a restart", now, work);
  }

  private void find(String id, Observation observation) {
    long number = observation.number();
    if (number == 0) {
      return;
    }
    state.panes().labels().used(number);
    for (PaneKey pane : PaneKey.of(observation, config)) {
      if (number > complete(pane)) {
        missing.put(number, id);
      }
    }
  }

  private long complete(PaneKey pane) {
    return complete.computeIfAbsent(pane, state.panes()::complete);
  }

  private void count(String id, Observation observation) {
    long number = observation.number();
    Labelled seen = ObserveState.labelled(observation);
    List<PaneKey> panes = PaneKey.of(observation, config);
    if (seen == null) {
      return;
    }
    Labelled all = seen.countedIn(panes.size());
    for (int i = 0; i < panes.size(); i++) {
      PaneKey pane = panes.get(i);
      if (number > complete(pane)) {
        Labelled partner = state.partner(observation, i, pane, number);
        state.panes().addAgain(pane, id, number, all, partner);
      }
    }
  }
}
