package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;

/** The panes since a fault began, and when that may have been: mutable. */
final class Onset {
  private static final int SCALARS = 2;

  private final Stretch panes;
  private long earliest;
  private long latest;

  Onset(int size) {
    this.panes = new Stretch(size);
  }

  int length() {
    return SCALARS + panes.length();
  }

  void read(DoubleBuffer state) {
    earliest = (long) state.get();
    latest = (long) state.get();
    panes.read(state);
  }

  void write(DoubleBuffer state) {
    state.put((double) earliest).put((double) latest);
    panes.write(state);
  }

  /**
   * Begins with some panes.
   *
   * @param since when the first of them may have been
   */
  void set(Stretch stretch, Since since) {
    panes.set(stretch);
    earliest = since.earliest();
    latest = since.latest();
  }

  /** Begins with some panes, of which the first is known. */
  void set(Stretch stretch) {
    set(stretch, Since.exactly(stretch.start()));
  }

  void add(Pane pane) {
    panes.add(pane.labels(), pane.sums());
  }

  /** When it was. */
  Since since() {
    return new Since(panes.start(), earliest, latest);
  }

  /** The panes since then; not a copy. */
  Stretch panes() {
    return panes;
  }
}
