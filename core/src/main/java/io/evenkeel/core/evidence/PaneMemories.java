package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.DoubleStream;

/** Some sums of panes, remembered for longer and for shorter: mutable. */
final class PaneMemories {
  /** Each pane is learned from in full. */
  static final ToDoubleBiFunction<double[], double[]> FULLY = (remembered, pane) -> 1;

  private final Function<Sketch, double[]> sums;
  private final ToDoubleBiFunction<double[], double[]> trust;
  private final List<Memory> memories;

  /** Sums over all panes, of which older ones count less: mutable. */
  static final class Memory {
    private final double fading;
    private final double[] sums;
    private double labels;
    private long changes;

    private Memory(int size, double fading) {
      this.fading = fading;
      this.sums = new double[size];
    }

    /** The sums; not a copy. */
    double[] sums() {
      return sums;
    }

    /** The number of labels, those of older panes counting less. */
    double labels() {
      return labels;
    }

    /** How often it has changed since it was made. */
    long changes() {
      return changes;
    }

    private void add(double n, double share, double... pane) {
      labels = fading * labels + share * n;
      for (int i = 0; i < sums.length; i++) {
        sums[i] = fading * sums[i] + share * pane[i];
      }
      changes++;
    }

    private void read(DoubleBuffer state) {
      labels = state.get();
      state.get(sums);
      changes++;
    }

    private void write(DoubleBuffer state) {
      state.put(labels).put(sums);
    }
  }

  /**
   * Nothing is remembered yet.
   *
   * @param size the number of sums
   * @param sums those of a pane
   * @param trust how much of a pane is learned from, by what is remembered and the sums of the
   *     pane, in (0, 1]
   * @param fadings for each memory, what a pane counts after the next one; the first is 1
   */
  PaneMemories(
      int size,
      Function<Sketch, double[]> sums,
      ToDoubleBiFunction<double[], double[]> trust,
      double... fadings) {
    this.sums = sums;
    this.trust = trust;
    this.memories = DoubleStream.of(fadings).mapToObj(fading -> new Memory(size, fading)).toList();
  }

  /** The sums of a pane. */
  double[] sums(Sketch pane) {
    return sums.apply(pane);
  }

  /** One of the memories, the longest first. */
  Memory get(int i) {
    return memories.get(i);
  }

  /** Adds a pane to all. */
  void add(double labels, Sketch pane) {
    double[] added = sums(pane);
    memories.forEach(memory -> memory.add(labels, trust.applyAsDouble(memory.sums, added), added));
  }

  int length() {
    return memories.stream().mapToInt(memory -> 1 + memory.sums.length).sum();
  }

  void read(DoubleBuffer state) {
    memories.forEach(memory -> memory.read(state));
  }

  void write(DoubleBuffer state) {
    memories.forEach(memory -> memory.write(state));
  }
}
