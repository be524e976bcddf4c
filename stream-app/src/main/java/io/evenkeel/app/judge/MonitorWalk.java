package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Takes the monitor of a series from pane to pane: mutable. As windows are looked at in the order
 * of their ends, each pane is added once and not for every window again. The next look goes on from
 * where this one came to. Where that is a pane whose labels are not all in, it goes on from before
 * the first pane that has changed since the last look, as that is likely to change again.
 */
final class MonitorWalk {
  /**
   * Where the next walk may begin, unless a pane before that has changed.
   *
   * @param monitor of some of the panes; only one walk may go on with it
   * @param contents of all panes that are kept and are not in the state, by start
   * @param counted panes that start from then on may get another threshold, milliseconds since 1970
   */
  record Reached(SeriesMonitor monitor, NavigableMap<Long, Long> contents, long counted) {}

  private final NavigableMap<Long, MergedPane> panes;
  private final SeriesMonitor.State from;
  private final ModelSettings settings;
  private final LongToDoubleFunction logThreshold;
  private References references;
  private SeriesMonitor monitor;

  /** Start of the first pane that is likely to change before the next look. */
  private long unsteady = Long.MAX_VALUE;

  /** The monitor of the panes before that one; null if the walk has not passed it. */
  private @Nullable SeriesMonitor steady;

  /**
   * A walk that has not begun.
   *
   * @param panes the panes that are kept, by start; at least one
   * @param memory what is remembered of the panes before them
   * @param logThreshold natural logarithm of the evidence that is a fault, by the start of a pane
   */
  MonitorWalk(
      NavigableMap<Long, MergedPane> panes,
      SeriesMemory memory,
      ModelSettings settings,
      LongToDoubleFunction logThreshold) {
    this.panes = panes;
    this.settings = settings;
    this.logThreshold = logThreshold;
    this.references = memory.references();
    this.from = restarted(memory.monitor());
    this.monitor = begin(from);
  }

  /** Goes on from where the last look says, if no pane before that has changed. */
  void resume(@Nullable Reached last) {
    unsteady = panes.lastKey();
    if (last == null) {
      return;
    }
    NavigableMap<Long, Long> before = last.contents.tailMap(from.through(), true);
    NavigableMap<Long, Long> now = contents(last.counted);
    for (var pane : now.entrySet()) {
      if (!pane.getValue().equals(before.get(pane.getKey()))) {
        unsteady = pane.getKey();
        break;
      }
    }
    long through = last.monitor.through();
    if (from.through() <= through
        && before.headMap(through, false).equals(now.headMap(through, false))) {
      monitor = last.monitor;
    }
  }

  /**
   * Where the next look may go on.
   *
   * @param counted panes that start from then on may change still, or get another threshold,
   *     milliseconds since 1970
   */
  Reached reached(long counted) {
    SeriesMonitor at = steady == null || monitor.through() <= counted ? monitor : steady;
    return new Reached(at, contents(counted), counted);
  }

  /** What the monitor makes of each pane that is not in the state depends on this alone. */
  private NavigableMap<Long, Long> contents(long counted) {
    NavigableMap<Long, Long> contents = new TreeMap<>();
    panes
        .tailMap(from.through(), true)
        .forEach(
            (start, pane) ->
                contents.put(
                    start,
                    start < counted
                        ? pane.content()
                        : 31 * pane.content() + Double.hashCode(logThreshold(start))));
    return contents;
  }

  /**
   * Relative to a reference, the evidence restarts once that is complete. A fault that no rule
   * follows is forgotten: it may be over when the rule is on again.
   */
  private SeriesMonitor.State restarted(SeriesMonitor.State state) {
    if (state.hasFault() && !settings.alert().rules().isOn(Rule.MISCALIBRATION)) {
      return state.restartedAt(state.through());
    }
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
      steady = null;
    }
  }

  /**
   * The monitor of all panes that start before the given time, until the next call.
   *
   * @param end milliseconds since 1970
   */
  SeriesMonitor through(long end) {
    if (end < monitor.through()) {
      monitor = steady != null && steady.through() <= end ? steady.copy() : begin(from);
    }
    for (MergedPane pane :
        panes.subMap(monitor.through(), Math.max(monitor.through(), end)).values()) {
      if (steady == null && pane.start() >= unsteady) {
        steady = monitor.copy();
      }
      monitor.add(pane, logThreshold(pane.start()));
    }
    return monitor;
  }

  /** Where the detector finds a fault in a pane: nowhere before a reference that it needs. */
  double logThreshold(long paneStart) {
    boolean waits =
        settings.evidence().isRelative()
            && (!references.isComplete() || paneStart < references.gatheredThrough());
    return waits ? Double.POSITIVE_INFINITY : logThreshold.applyAsDouble(paneStart);
  }
}
