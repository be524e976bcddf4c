package io.evenkeel.core.simulation;

import io.evenkeel.core.evidence.CalibrationMonitor;
import io.evenkeel.core.evidence.CalibrationMonitor.Transition;
import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.sequential.Evidence;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;

/** What a monitor says of one stream, pane by pane: mutable. */
final class FaultLife {
  /** The length of a pane, milliseconds. */
  static final long PANE = 600_000;

  private final CalibrationMonitor monitor;
  private final double threshold;
  private final BitSet open = new BitSet();
  private final BitSet began = new BitSet();
  private final BitSet reopened = new BitSet();
  private final BitSet changed = new BitSet();
  private final BitSet ended = new BitSet();
  private final Map<Integer, Fault> found = new HashMap<>();
  private int panes;
  private double largest = Double.NEGATIVE_INFINITY;

  /** So many panes, drawn from a pool. */
  record Phase(List<Evidence> pool, int panes) {}

  FaultLife(CalibrationMonitor monitor, double threshold) {
    this.monitor = monitor;
    this.threshold = threshold;
  }

  /** Goes through a phase. */
  FaultLife through(Phase phase, UniformRandomProvider random) {
    for (int i = 0; i < phase.panes; i++) {
      Evidence pane = phase.pool.get(random.nextInt(phase.pool.size()));
      after(monitor.add(pane, panes * PANE, threshold));
    }
    return this;
  }

  /** Goes through so many new panes. */
  void through(Supplier<Sketch> fresh, int number) {
    for (int i = 0; i < number; i++) {
      after(monitor.add(fresh.get(), panes * PANE, threshold));
    }
  }

  private void after(Transition now) {
    largest = Math.max(largest, monitor.logDetector());
    began.set(panes, now == Transition.BEGAN);
    reopened.set(panes, now == Transition.REOPENED);
    changed.set(panes, now == Transition.CHANGED);
    ended.set(panes, now == Transition.ENDED);
    open.set(panes, monitor.isOpen());
    if (now == Transition.BEGAN) {
      found.put(panes, monitor.fault().orElseThrow());
    }
    panes++;
  }

  /** The panes that it went through. */
  int panes() {
    return panes;
  }

  /** The fault that is open now. */
  Optional<Fault> fault() {
    return monitor.fault();
  }

  /** The first pane from one to before another at which a fault was found. */
  Optional<Integer> found(int from, int to) {
    int at = began.nextSetBit(from);
    return at < 0 || at >= to ? Optional.empty() : Optional.of(at);
  }

  /** What was said of the fault that was found at a pane. */
  Fault foundAt(int pane) {
    return Objects.requireNonNull(found.get(pane));
  }

  /** The largest log of the detector's statistic. */
  double largest() {
    return largest;
  }

  /** Whether a fault is open after a pane. */
  boolean isOpen(int pane) {
    return open.get(pane);
  }

  /** The share of panes from one to before another at which a fault was open. */
  double openShare(int from, int to) {
    return open.get(from, to).cardinality() / (double) (to - from);
  }

  /** How often one was found, again or for the first time. */
  int finds(int from, int to) {
    return began.get(from, to).cardinality() + reopened.get(from, to).cardinality();
  }

  /** How often one was said to be gone. */
  int ends(int from, int to) {
    return ended.get(from, to).cardinality();
  }

  /** How often another was said to have taken over. */
  int changes(int from, int to) {
    return changed.get(from, to).cardinality();
  }

  /** The panes from a pane on until no fault is open; empty if one stays open. */
  Optional<Integer> untilClosed(int from) {
    int closed = open.nextClearBit(from);
    return closed >= panes ? Optional.empty() : Optional.of(closed - from + 1);
  }
}
