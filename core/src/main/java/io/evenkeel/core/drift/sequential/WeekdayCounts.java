package io.evenkeel.core.drift.sequential;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How many cases there were in each cell on each day of the week, and in each slot of each of these
 * days: mutable. They are those of a reference; a day that it lacks may be known apart from it.
 */
final class WeekdayCounts {
  static final int DAYS = 7;

  private final double[][] cells;
  private final double[][] traffic;

  /** 1 for a day whose cases are not part of the reference, else 0. */
  private final double[] apart;

  private WeekdayCounts(int days) {
    this.cells = new double[days][];
    this.traffic = new double[days][];
    this.apart = new double[days];
  }

  /** For seasons that are no days: it counts nothing. */
  static WeekdayCounts none() {
    return new WeekdayCounts(0);
  }

  /** The number of doubles of the state. */
  static int length(int cells, int slots) {
    return DAYS * (1 + cells + slots);
  }

  /** What {@link #toArray} gave, of as many cells and slots. */
  static WeekdayCounts read(int cells, int slots, Cursor cursor) {
    WeekdayCounts counts = new WeekdayCounts(DAYS);
    for (int day = 0; day < DAYS; day++) {
      counts.apart[day] = cursor.next();
      counts.cells[day] = cursor.next(cells);
      counts.traffic[day] = cursor.next(slots);
    }
    return counts;
  }

  /** The state, to be kept and read again. */
  double[] toArray() {
    return IntStream.range(0, cells.length)
        .boxed()
        .flatMap(day -> Stream.of(new double[] {apart[day]}, cells[day], traffic[day]))
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  /** The same counts, with days that are here missing as others have them. */
  WeekdayCounts with(WeekdayCounts others) {
    WeekdayCounts both = new WeekdayCounts(cells.length);
    for (int day = 0; day < cells.length; day++) {
      boolean isApart = !has(day);
      both.apart[day] = isApart ? 1 : 0;
      both.cells[day] = (isApart ? others : this).cells[day].clone();
      both.traffic[day] = (isApart ? others : this).traffic[day].clone();
    }
    return both;
  }

  /**
   * Adds cases.
   *
   * @param day of the week, from 0
   * @param counts of the cells of all features
   * @param cases in each slot
   */
  void add(int day, double[] counts, double[] cases) {
    if (cells.length > 0) {
      add(cells[day], counts);
      add(traffic[day], cases);
    }
  }

  /** Adds the counts of others, if these are counted. */
  void merge(WeekdayCounts other) {
    for (int day = 0; day < other.cells.length; day++) {
      add(cells[day], other.cells[day]);
      add(traffic[day], other.traffic[day]);
    }
  }

  private static void add(double[] sums, double... others) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += others[i];
    }
  }

  /** Whether there are cases on a day of the week. */
  boolean has(int day) {
    return cells.length > 0 && Arrays.stream(traffic[day]).sum() > 0;
  }

  /** The counts of some cells on a day of the week. */
  double[] counts(int day, int from, int to) {
    return Arrays.copyOfRange(cells[day], from, to);
  }

  /** The cases in each slot of a day of the week. */
  double[] traffic(int day) {
    return traffic[day].clone();
  }

  /** The laws of a feature, whose cells are these, in each slot of each day. */
  SlotDayLaws laws(int from, int to, double[]... slots) {
    double[][] days =
        Arrays.stream(cells).map(day -> Arrays.copyOfRange(day, from, to)).toArray(double[][]::new);
    double[][] ofReference = new double[days.length][];
    for (int day = 0; day < days.length; day++) {
      ofReference[day] = apart[day] == 0 ? traffic[day] : new double[slots.length];
    }
    return SlotDayLaws.of(slots, days, new SlotDayLaws.Traffic(traffic, ofReference));
  }
}
