package io.evenkeel.app.backtest;

import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.Severity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * What a backtest found.
 *
 * @param events the number of events that were delivered
 * @param changes every change of an alert, in the order of time
 * @param series what was watched, in the order of their keys
 * @param deadLetters events that could not be used, by reason
 * @param firstOfReason what was wrong with the first event of each reason
 */
public record Result(
    long events,
    List<DatedAlert> changes,
    List<SeriesSummary> series,
    SortedMap<String, Long> deadLetters,
    SortedMap<String, String> firstOfReason) {

  /** Keeps copies. */
  public Result {
    changes = List.copyOf(changes);
    series = List.copyOf(series);
  }

  /**
   * The changes with which alerts began to fire, or fired once more, in the order of time. One that
   * another alert explains fires once it is released.
   */
  public List<DatedAlert> fired() {
    Set<String> firing = new HashSet<>();
    List<DatedAlert> fired = new ArrayList<>();
    for (DatedAlert change : changes) {
      String alert = change.alert().getFingerprint();
      if (change.alert().getState() != AlertState.FIRING) {
        firing.remove(alert);
      } else if (change.isLoud() && firing.add(alert)) {
        fired.add(change);
      }
    }
    return fired;
  }

  /** Whether an alert fired that was at least so severe at any time while it fired. */
  public boolean firedAt(Severity least) {
    return changes.stream()
        .filter(DatedAlert::isLoud)
        .map(DatedAlert::alert)
        .map(Alert::getSeverity)
        .anyMatch(severity -> severity != Severity.UNKNOWN && severity.compareTo(least) >= 0);
  }
}
