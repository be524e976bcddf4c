package io.evenkeel.core.drift.sequential;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Since when each bet on a feature wins, and what cases were like since then: mutable. The sum of
 * the logarithms of a bet's factors restarts whenever it falls below 0 (CUSUM; Page 1954,
 * doi:10.1093/biomet/41.1-2.100), so that it began at the likeliest time of a change.
 *
 * <p>Only bets that have won are kept, and counts once for each time at which any of them began:
 * {@code 2 + 5 w + (K + 2) s} doubles for w winning bets, s ≤ w such times and K cells; without
 * drift w is a few, at most all.
 */
final class ChangeSums {
  /** Where the sum lies at most so far above its lowest, the change may have begun, in nats. */
  static final double UNSURE = 5;

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
    private double expected;

    private Counted(double[] counts, double expected) {
      this.counts = counts;
      this.expected = expected;
    }

    double[] counts() {
      return counts;
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
    for (int left = (int) cursor.next(); left > 0; left--) {
      long start = (long) cursor.next();
      double expected = cursor.next();
      sums.counted.put(start, new Counted(cursor.next(cells), expected));
    }
    return sums;
  }

  double[] toArray() {
    List<double[]> parts = new ArrayList<>();
    parts.add(new double[] {bets.size()});
    bets.forEach((bet, w) -> parts.add(new double[] {bet, w.start, w.won, w.latest, w.ratios}));
    parts.add(new double[] {counted.size()});
    counted.forEach(
        (start, sums) -> {
          parts.add(new double[] {start, sums.expected});
          parts.add(sums.counts);
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
          counted.computeIfAbsent(start, s -> new Counted(new double[cells], 0));
        }
        winning.latest = winning.won <= UNSURE ? start : winning.latest;
        winning.won = won;
        winning.ratios = Math.min(Double.MAX_VALUE, winning.ratios + odds.ratios(b, counts));
      }
    }
    counted.keySet().removeIf(s -> bets.values().stream().noneMatch(w -> w.start == s));
    double expected = odds.expectedScore(counts);
    for (Counted sums : counted.values()) {
      for (int c = 0; c < cells; c++) {
        sums.counts[c] += counts[c];
      }
      sums.expected += expected;
    }
  }

  /**
   * The bet that has won most, −1 if none has won.
   *
   * @param first the index of the first bet that may lead; the others may if none of these has won
   */
  int leading(int first) {
    return Stream.of(bets.tailMap(first), bets)
        .flatMap(
            some ->
                some.entrySet().stream()
                    .max(Comparator.comparingDouble(entry -> entry.getValue().won))
                    .stream())
        .findFirst()
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
