package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * Where a change may have begun: mutable. At some of the past panes it remembers the sums of
 * log-ratios of all panes before, so that the sums from there to now are known.
 *
 * <p>Of the last eight panes each is remembered, of those before four in each octave of ages, up to
 * {@value #OLDEST} panes. So the start of a change is known to a quarter of its age, and at most 64
 * are remembered. Which they are depends on the number of the panes alone.
 *
 * <p>The start that is most likely has the largest evidence; those with at most {@value #SLACK}
 * nats less are a confidence set (coverage by simulation: 0.97 and more).
 */
final class ChangePoints {
  /** How many nats below the largest evidence a start is possible. */
  static final double SLACK = 5;

  private static final int OLDEST = 8192;

  private final Stretch past;
  private final ArrayDeque<Pane> panes = new ArrayDeque<>();
  private long count;

  /** The number of a pane, its start, and the sums of the panes before it. */
  private record Pane(long number, Stretch before) {
    long start() {
      return before.start();
    }
  }

  /**
   * Of no panes.
   *
   * @param size the number of sums
   */
  ChangePoints(int size) {
    this.past = new Stretch(size);
  }

  int length() {
    return 2 + past.length() + panes.size() * (1 + past.length());
  }

  void write(DoubleBuffer state) {
    state.put((double) count).put(panes.size());
    past.write(state);
    for (Pane pane : panes) {
      state.put((double) pane.number);
      pane.before.write(state);
    }
  }

  void read(DoubleBuffer state) {
    count = (long) state.get();
    int size = (int) state.get();
    past.read(state);
    for (int i = 0; i < size; i++) {
      long number = (long) state.get();
      Stretch before = new Stretch(past.sums().length);
      before.read(state);
      panes.add(new Pane(number, before));
    }
  }

  /** Adds the next pane. */
  void add(long start, double labels, double... sums) {
    panes.add(new Pane(count, new Stretch(start, past.labels(), past.sums().clone())));
    past.add(labels, sums);
    count++;
    panes.removeIf(pane -> !isKept(pane.number, count - pane.number));
  }

  /** Spacings are powers of two, so that what is kept later was kept before. */
  private static boolean isKept(long number, long age) {
    long spacing = Math.max(1, Long.highestOneBit(age) / 4);
    return age <= OLDEST && number % spacing == 0;
  }

  /** Forgets the panes that start before a time. */
  void forgetBefore(long time) {
    panes.removeIf(pane -> pane.start() < time);
  }

  /**
   * The stretch from the most likely start until now; there must be a pane.
   *
   * @param evidence for the change, of the sums from a start until now, nats
   */
  Stretch mostLikely(ToDoubleFunction<double[]> evidence) {
    Pane best = panes.getLast();
    double largest = evidence.applyAsDouble(sumsSince(best));
    for (Pane pane : panes) {
      double of = evidence.applyAsDouble(sumsSince(pane));
      if (of > largest) {
        largest = of;
        best = pane;
      }
    }
    return new Stretch(best.start(), past.labels() - best.before.labels(), sumsSince(best));
  }

  private double[] sumsSince(Pane from) {
    double[] sums = past.sums().clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] -= from.before.sums()[i];
    }
    return sums;
  }

  /** When a change may have begun whose most likely start is given; there must be a pane. */
  Since since(long start, ToDoubleFunction<double[]> evidence) {
    double[] of =
        panes.stream().mapToDouble(pane -> evidence.applyAsDouble(sumsSince(pane))).toArray();
    double least = Arrays.stream(of).max().orElseThrow() - SLACK;
    long earliest = start;
    long latest = start;
    long before = panes.getFirst().start();
    boolean isNext = false;
    int i = 0;
    for (Pane pane : panes) {
      boolean isPossible = of[i++] >= least;
      // Between two panes that are remembered there are others.
      latest = isPossible || isNext ? Math.max(latest, pane.start()) : latest;
      earliest = isPossible ? Math.min(earliest, before) : earliest;
      before = pane.start();
      isNext = isPossible;
    }
    return new Since(start, earliest, latest);
  }
}
