package io.evenkeel.core.drift.sequential;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Since when each bet on a feature wins, and what cases were like since then: mutable. The sum of
 * the logarithms of a bet's factors restarts whenever it falls below 0 (CUSUM; Page 1954,
 * doi:10.1093/biomet/41.1-2.100), so that it began at the likeliest time of a change.
 *
 * <p>Only bets that have won are kept, and counts once for each time at which any of them began:
 * {@code 2 + 5 w + (2 K + 2) s} doubles for w winning bets, s ≤ w such times and K cells; without
 * drift w is a few, at most all.
 */
final class ChangeSums {
  /** Where the sum lies at most so far above its lowest, the change may have begun, in nats. */
  static final double UNSURE = 5;

  /** Of what was won before, in nats: a drift that is over is soon forgotten. */
  private static final double MOST_TAKEN_OVER = 2 * UNSURE;

  private final int cells;
  private final TreeMap<Integer, Winning> bets = new TreeMap<>();
  private final TreeMap<Long, Counted> counted = new TreeMap<>();

  /** A bet that has won since some time: mutable. */
  static final class Winning {
    private final long start;
    private double won;
    private long latest;
    private double ratios;

    private Winning(long start) {
      this.start = start;
      this.latest = start;
    }

    /** What it has won, in nats divided by the design effect. */
    double won() {
      return won;
    }

    /** The start of the first step in which it won. */
    long start() {
      return start;
    }

    /** The start of the last step before which it had won little. */
    long latest() {
      return latest;
    }

    /** Σf/M over the cases since the start, at most the largest double. */
    double ratios() {
      return ratios;
    }
  }

  /** The cases since some time: mutable. */
  static final class Counted {
    private final double[] counts;
    private final double[] reference;
    private double expected;

    private Counted(double[] counts, double[] reference, double expected) {
      this.counts = counts;
      this.reference = reference;
      this.expected = expected;
    }

    private void add(double[] ofStep, Odds odds) {
      double[] ofReference = odds.expected(ofStep);
      for (int c = 0; c < counts.length; c++) {
        counts[c] += ofStep[c];
        reference[c] += ofReference[c];
      }
      expected += odds.expectedScore(ofStep);
    }

    double[] counts() {
      return counts;
    }

    /**
     * The counts that as many cases have in the references of their steps; zeros if they were read
     * from a state of before these were kept, until the next step.
     */
    double[] reference() {
      return reference;
    }

    /** The sum of the normal scores that as many cases have in the reference. */
    double expected() {
      return expected;
    }
  }

  ChangeSums(int cells) {
    this.cells = cells;
  }

  static ChangeSums read(int cells, Cursor cursor) {
    ChangeSums sums = new ChangeSums(cells);
    for (int left = (int) cursor.next(); left > 0; left--) {
      int bet = (int) cursor.next();
      Winning winning = new Winning((long) cursor.next());
      winning.won = cursor.next();
      winning.latest = (long) cursor.next();
      winning.ratios = cursor.next();
      sums.bets.put(bet, winning);
    }
    int size = (int) cursor.next();
    boolean hasReference = size < 0;
    for (int left = hasReference ? -1 - size : size; left > 0; left--) {
      long start = (long) cursor.next();
      double expected = cursor.next();
      double[] counts = cursor.next(cells);
      double[] reference = hasReference ? cursor.next(cells) : new double[cells];
      sums.counted.put(start, new Counted(counts, reference, expected));
    }
    return sums;
  }

  /** The state; a negative number of times says that their references are kept, too. */
  double[] toArray() {
    List<double[]> parts = new ArrayList<>();
    parts.add(new double[] {bets.size()});
    bets.forEach((bet, w) -> parts.add(new double[] {bet, w.start, w.won, w.latest, w.ratios}));
    parts.add(new double[] {-1 - counted.size()});
    counted.forEach(
        (start, sums) -> {
          parts.add(new double[] {start, sums.expected});
          parts.add(sums.counts);
          parts.add(sums.reference);
        });
    return parts.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  /**
   * Adds a pane.
   *
   * @param logFactors of each bet
   */
  void add(long start, double[] counts, double[] logFactors, Odds odds) {
    for (int b = 0; b < logFactors.length; b++) {
      Winning winning = bets.get(b);
      double won = (winning == null ? 0 : winning.won) + logFactors[b];
      if (!(won > 0)) {
        bets.remove(b);
      } else {
        if (winning == null) {
          winning = new Winning(start);
          bets.put(b, winning);
          counted.computeIfAbsent(start, s -> new Counted(new double[cells], new double[cells], 0));
        }
        winning.latest = winning.won <= UNSURE ? start : winning.latest;
        winning.won = won;
        winning.ratios = Math.min(Double.MAX_VALUE, winning.ratios + odds.ratios(b, counts));
      }
    }
    counted.keySet().removeIf(s -> bets.values().stream().noneMatch(w -> w.start == s));
    counted.values().forEach(sums -> sums.add(counts, odds));
  }

  /**
   * When a change may have come.
   *
   * @param start of the likeliest step, milliseconds since 1970
   * @param latest the start of the last step that it may have come in
   */
  record Span(long start, long latest) {}

  /**
   * Begins with a change that was found before: since when the bets may win that won then. What
   * cases are like is counted from the next step on.
   *
   * @param logFactors of each bet on the cases since the change
   */
  void begin(Span change, double... logFactors) {
    for (int b = 0; b < logFactors.length; b++) {
      if (logFactors[b] > 0) {
        Winning winning = new Winning(change.start);
        winning.won = Math.min(logFactors[b], MOST_TAKEN_OVER);
        winning.latest = change.latest;
        bets.put(b, winning);
        counted.putIfAbsent(change.start, new Counted(new double[cells], new double[cells], 0));
      }
    }
  }

  /** The bet that has won most, −1 if none has won. */
  int leading() {
    return bets.entrySet().stream()
        .max(Comparator.comparingDouble(entry -> entry.getValue().won))
        .map(Map.Entry::getKey)
        .orElse(-1);
  }

  /** What a bet that {@link #leading leads} has won. */
  Winning winning(int bet) {
    return Objects.requireNonNull(bets.get(bet));
  }

  /** The cases since a bet that leads began to win. */
  Counted since(int bet) {
    return Objects.requireNonNull(counted.get(winning(bet).start));
  }
}
