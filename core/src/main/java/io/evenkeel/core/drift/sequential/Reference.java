package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.internal.Checks;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What cases were like, before drift is tested: the counts of the cells of each feature in each
 * part (slot) of a season, and the design effects, by which the counts of panes vary more than
 * those of independent cases. If seasons are days, also the counts on each day of the week.
 *
 * <p>{@code 2 + features + slots × cells} doubles, and seven times {@code 1 + cells + slots}, for
 * 50 numeric features and 24 hours about 23,000, of which nearly all are whole numbers: written as
 * such they take a quarter.
 */
public final class Reference {
  private final Features features;
  private final boolean isSeasonal;
  private final double[] designEffects;
  private final WeekdayCounts weekdays;
  private final double[][] slots;

  private Reference(
      Features features,
      boolean isSeasonal,
      double[] designEffects,
      WeekdayCounts weekdays,
      double[]... slots) {
    this.features = features;
    this.isSeasonal = isSeasonal;
    this.designEffects = designEffects;
    this.weekdays = weekdays;
    this.slots = slots;
  }

  static Reference seasonal(
      Features features, double[] designEffects, WeekdayCounts weekdays, double[]... slots) {
    return new Reference(features, true, designEffects, weekdays, slots);
  }

  /**
   * A reference without seasons.
   *
   * @param designEffects of each feature, at least 1
   * @param counts of the cells of all features
   */
  static Reference whole(Features features, double[] designEffects, double... counts) {
    return new Reference(features, false, designEffects, WeekdayCounts.none(), counts);
  }

  /**
   * A reference of cases whose times are not known, which are taken for independent: design effects
   * are 1. Where panes are known, {@link ReferencePanes} measures them.
   *
   * @param counts of the cells of all features
   */
  public static Reference ofIndependent(Features features, double... counts) {
    Checks.sameLength("cells", features.cells(), "counts", counts.length);
    double[] effects = new double[features.all().size()];
    Arrays.fill(effects, 1);
    return whole(features, effects, counts.clone());
  }

  /**
   * The reference that {@link #toArray} gave.
   *
   * @throws IllegalArgumentException if it was of other features
   */
  public static Reference of(Features features, double... state) {
    Cursor cursor = new Cursor(state);
    boolean isSeasonal = cursor.next() == 1;
    double[][] slots = new double[(int) cursor.next()][];
    double[] effects = cursor.next(features.all().size());
    for (int s = 0; s < slots.length; s++) {
      slots[s] = cursor.next(features.cells());
    }
    WeekdayCounts weekdays =
        cursor.isAtEnd()
            ? WeekdayCounts.none()
            : WeekdayCounts.read(features.cells(), slots.length, cursor);
    cursor.end();
    return new Reference(features, isSeasonal, effects, weekdays, slots);
  }

  /** The state, to be kept and read again. */
  public double[] toArray() {
    return DoubleStream.concat(
            DoubleStream.concat(
                DoubleStream.of(isSeasonal ? 1 : 0, slots.length), Arrays.stream(designEffects)),
            DoubleStream.concat(
                Arrays.stream(slots).flatMapToDouble(Arrays::stream),
                Arrays.stream(weekdays.toArray())))
        .toArray();
  }

  /** The features. */
  public Features features() {
    return features;
  }

  /** Whether it has whole seasons, and so a part for each slot. */
  public boolean isSeasonal() {
    return isSeasonal;
  }

  /** By how much sums of a feature over panes vary more than those of independent cases. */
  public double designEffect(int feature) {
    return designEffects[feature];
  }

  private int firstCell(int feature) {
    return features.all().subList(0, feature).stream().mapToInt(Feature::cells).sum();
  }

  /** The counts of a feature in a slot. */
  double[] counts(int feature, int slot) {
    int first = firstCell(feature);
    return Arrays.copyOfRange(slots[slot], first, first + features.all().get(feature).cells());
  }

  /** The counts of a feature. */
  public double[] counts(int feature) {
    int first = firstCell(feature);
    return Arrays.copyOfRange(counts(), first, first + features.all().get(feature).cells());
  }

  /** The counts of the cells of all features. */
  double[] counts() {
    double[] sum = new double[features.cells()];
    for (double[] slot : slots) {
      for (int c = 0; c < sum.length; c++) {
        sum[c] += slot[c];
      }
    }
    return sum;
  }

  /** The number of cases. */
  public long n() {
    return features.all().isEmpty() ? 0 : Math.round(Arrays.stream(counts(0)).sum());
  }

  /** The law of a feature in a season with so many cases in each slot. */
  double[] mixture(int feature, double... cases) {
    double[] law = new double[features.all().get(feature).cells()];
    double all = Arrays.stream(cases).sum();
    double[] whole = counts(feature);
    for (int s = 0; s < cases.length; s++) {
      double[] slot = counts(feature, s);
      double[] known = Arrays.stream(slot).sum() > 0 ? slot : whole;
      double n = Arrays.stream(known).sum();
      for (int c = 0; c < law.length; c++) {
        law[c] += cases[s] / all * known[c] / n;
      }
    }
    return law;
  }

  /** Whether it has cases on a day of the week. */
  boolean has(int weekday) {
    return weekdays.has(weekday);
  }

  /** The counts of a feature on a day of the week. */
  double[] countsOn(int weekday, int feature) {
    int first = firstCell(feature);
    return weekdays.counts(weekday, first, first + features.all().get(feature).cells());
  }

  /** The law of a feature that the slots say for the traffic of a day of the week. */
  double[] expectedOn(int weekday, int feature) {
    return mixture(feature, weekdays.traffic(weekday));
  }

  /** The laws of a feature in each slot of each day of the week. */
  SlotDayLaws slotDayLaws(int feature) {
    int first = firstCell(feature);
    int cells = features.all().get(feature).cells();
    double[][] ofSlots =
        IntStream.range(0, slots.length)
            .mapToObj(slot -> counts(feature, slot))
            .toArray(double[][]::new);
    return weekdays.laws(first, first + cells, ofSlots);
  }

  int slots() {
    return slots.length;
  }
}
