package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Takes the monitor of a series from pane to pane: mutable. As windows are looked at in the order
 * of their ends, each pane is added once and not for every window again. The next look goes on from
 * where this one came to, unless a pane has changed that it passed.
 */
final class MonitorWalk {
  /**
   * Where a walk came to.
   *
   * @param monitor of all panes so far; only one walk may go on with it
   * @param contents of the panes that it passed, by start
   */
  record Reached(SeriesMonitor monitor, NavigableMap<Long, Long> contents) {

    /** Whether the kept panes that are not in the state are those that the walk passed. */
    private boolean holds(NavigableMap<Long, MergedPane> panes, SeriesMonitor.State from) {
      long through = monitor.through();
      return from.through() <= through
          && contents
              .tailMap(from.through(), true)
              .equals(contentsOf(panes, from.through(), through));
    }
  }

  private static NavigableMap<Long, Long> contentsOf(
      NavigableMap<Long, MergedPane> panes, long from, long through) {
    NavigableMap<Long, Long> contents = new TreeMap<>();
    panes
        .subMap(from, true, Math.max(from, through), false)
        .forEach((start, pane) -> contents.put(start, pane.content()));
    return contents;
  }

  private final NavigableMap<Long, MergedPane> panes;
  private final SeriesMonitor.State from;
  private final ModelSettings settings;
  private final LongFunction<BudgetShare> budgetShare;
  private References references;
  private SeriesMonitor monitor;

  /**
   * A walk that has not begun.
   *
   * @param panes the panes that are kept, by start; at least one
   * @param memory what is remembered of the panes before them
   * @param budgetShare the false alarms that the series may raise, by event time
   */
  MonitorWalk(
      NavigableMap<Long, MergedPane> panes,
      SeriesMemory memory,
      ModelSettings settings,
      LongFunction<BudgetShare> budgetShare) {
    this.panes = panes;
    this.settings = settings;
    this.budgetShare = budgetShare;
    this.references = memory.references();
    this.from = restarted(memory.monitor());
    this.monitor = begin(from);
  }

  /** Goes on from where the last look came to, if no pane has changed that it passed. */
  void resume(@Nullable Reached last) {
    if (last != null && last.holds(panes, from)) {
      monitor = last.monitor();
    }
  }

  /**
   * Where it came to, for the next look.
   *
   * @param end panes that start from then on may change still, milliseconds since 1970
   * @return null if it has gone further
   */
  @Nullable Reached reached(long end) {
    return monitor.through() <= end
        ? new Reached(monitor, contentsOf(panes, from.through(), monitor.through()))
        : null;
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
    SketchPlan plan = plan();
    return isRelative()
        ? references.tolerance(plan.grid())
        : settings.evidence().tolerance().of(plan.space());
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
        : settings.overlap().logThreshold(budgetShare.apply(paneStart).share(share).logThreshold());
  }
}
