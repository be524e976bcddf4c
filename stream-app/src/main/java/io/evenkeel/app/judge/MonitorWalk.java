package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.verdict.Allowance;
import io.evenkeel.app.config.Rule;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.NavigableMap;
import java.util.function.LongFunction;

/**
 * Takes the monitor of a series from pane to pane: mutable. As windows are looked at in the order of
 * their ends, each pane is added once and not for every window again.
 */
final class MonitorWalk {
  private final NavigableMap<Long, MergedPane> panes;
  private final SeriesMonitor.State from;
  private final ModelSettings settings;
  private final LongFunction<Allowance> allowance;
  private References references;
  private SeriesMonitor monitor;

  /**
   * A walk that has not begun.
   *
   * @param panes the panes that are kept, by start; at least one
   * @param memory what is remembered of the panes before them
   * @param allowance the false alarms that the series may raise, by event time
   */
  MonitorWalk(
      NavigableMap<Long, MergedPane> panes,
      SeriesMemory memory,
      ModelSettings settings,
      LongFunction<Allowance> allowance) {
    this.panes = panes;
    this.settings = settings;
    this.allowance = allowance;
    this.references = memory.references();
    this.from = restarted(memory.monitor());
    this.monitor = begin(from);
  }

  /** Relative to a reference, the evidence restarts once that is complete. */
  private SeriesMonitor.State restarted(SeriesMonitor.State state) {
    long start = references.gatheredThrough();
    return isRelative() && state.restartAt() < start && state.since() < start
        ? state.restartedAt(start)
        : state;
  }

  private boolean isRelative() {
    return settings.evidence().isRelative() && references.isComplete();
  }

  private SeriesMonitor begin(SeriesMonitor.State state) {
    return SeriesMonitor.at(state, settings, tolerance());
  }

  /** The plan of the richest sketches that are kept. */
  SketchPlan plan() {
    return MergedPane.plan(panes.values());
  }

  /** What is no fault: relative to a reference, what the reference showed as well. */
  private Tolerance tolerance() {
    Tolerance absolute = Tolerance.within(settings.evidence().tolerance());
    return isRelative() ? references.tolerance(plan().grid()) : absolute;
  }

  /**
   * The references from now on. Relative to a reference, what is a fault is known once it is
   * complete.
   */
  void compareWith(References now) {
    boolean completed = now.isComplete() && !references.isComplete();
    references = now;
    if (completed && isRelative()) {
      monitor = begin(restarted(monitor.state()));
    }
  }

  /**
   * The monitor of all panes that start before the given time, until the next call.
   *
   * @param end milliseconds since 1970
   */
  SeriesMonitor through(long end) {
    if (end < monitor.through()) {
      monitor = begin(from);
    }
    for (MergedPane pane :
        panes.subMap(monitor.through(), Math.max(monitor.through(), end)).values()) {
      monitor.add(pane, logThreshold(pane.start()));
    }
    return monitor;
  }

  /** Where the detector finds a fault in a pane: nowhere before a reference that it needs. */
  double logThreshold(long paneStart) {
    boolean waits =
        settings.evidence().isRelative()
            && (!references.isComplete() || paneStart < references.gatheredThrough());
    double share = settings.alert().rules().share(Rule.MISCALIBRATION);
    return waits || share == 0
        ? Double.POSITIVE_INFINITY
        : allowance.apply(paneStart).share(share).logThreshold();
  }
}
