package io.evenkeel.core.evidence;

import java.nio.DoubleBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Where a change may have begun: mutable. At some of the past panes it remembers the sums of
 * log-ratios of all panes before, so that the sums from there to now are known.
 *
 * <p>Of the last eight panes each is remembered, of those before four in each octave of ages, up to
 * {@value #OLDEST} panes. So the start of a change is known to a quarter of its age, and at most 64
 * are remembered. Which they are depends on the number of the panes alone.
 *
 * <p>The start that is most likely has the largest sum; those whose sum is lower by at most {@value
 * #SLACK} are a confidence set (coverage by simulation: 0.97 and more).
 */
final class ChangePoints {
  /** How many nats below the largest sum a start is possible. */
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
   * @param candidates the sums, any one of which may locate the start
   */
  Stretch mostLikely(int... candidates) {
    Pane best = panes.getLast();
    for (Pane pane : panes) {
      best = largest(pane, candidates) > largest(best, candidates) ? pane : best;
    }
    double[] sums = new double[past.sums().length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = sum(best, i);
    }
    return new Stretch(best.start(), past.labels() - best.before.labels(), sums);
  }

  private double sum(Pane from, int i) {
    return past.sums()[i] - from.before.sums()[i];
  }

  /** When a change may have begun whose most likely start is given; there must be a pane. */
  Since since(long start, int... candidates) {
    double least = Double.NEGATIVE_INFINITY;
    for (Pane pane : panes) {
      least = Math.max(least, largest(pane, candidates) - SLACK);
    }
    long earliest = start;
    long latest = start;
    long before = panes.getFirst().start();
    boolean isNext = false;
    for (Pane pane : panes) {
      boolean isPossible = largest(pane, candidates) >= least;
      // Between two panes that are remembered there are others.
      latest = isPossible || isNext ? Math.max(latest, pane.start()) : latest;
      earliest = isPossible ? Math.min(earliest, before) : earliest;
      before = pane.start();
      isNext = isPossible;
    }
    return new Since(start, earliest, latest);
  }

  private double largest(Pane from, int... candidates) {
    return Arrays.stream(candidates).mapToDouble(i -> sum(from, i)).max().orElse(0);
  }
}
