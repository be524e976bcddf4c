package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Features;
import io.evenkeel.core.internal.Checks;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Gathers a {@link Reference} pane by pane: mutable. It keeps the counts of each slot of the
 * season, those of each day of the week, and the moments of {@link BatchSums}, not the panes:
 * {@code 1 + slots × cells} doubles and those of the others. O(cells × groups) per pane.
 */
final class ReferencePanes {
  private final Features features;
  private final DriftDesign design;
  private final double[][] slots;
  private final BatchSums batches;
  private final WeekdayCounts weekdays;
  private double cases;

  private ReferencePanes(
      Features features, DriftDesign design, boolean hasWeekdays, Cursor cursor) {
    this.features = features;
    this.design = design;
    this.cases = cursor.next();
    this.slots = new double[design.slots()][];
    for (int s = 0; s < slots.length; s++) {
      slots[s] = cursor.next(features.cells());
    }
    this.batches = new BatchSums(features, design, cursor);
    this.weekdays =
        hasWeekdays
            ? WeekdayCounts.read(features.cells(), slots.length, cursor)
            : WeekdayCounts.none();
  }

  /** Without panes. */
  static ReferencePanes empty(Features features, DriftDesign design) {
    int weekdays =
        design.hasWeekdays() ? WeekdayCounts.length(features.cells(), design.slots()) : 0;
    return read(features, design, nothing(features, design, weekdays));
  }

  /** Without panes, of which all will be of one day of the week. */
  static ReferencePanes emptySeason(Features features, DriftDesign design) {
    return readSeason(features, design, nothing(features, design, 0));
  }

  private static Cursor nothing(Features features, DriftDesign design, int weekdays) {
    int sums = 1 + design.slots() * features.cells() + BatchSums.length(features, design);
    return new Cursor(new double[sums + weekdays]);
  }

  /** What {@link #toArray} gave, of the same features and design. */
  static ReferencePanes read(Features features, DriftDesign design, Cursor cursor) {
    return new ReferencePanes(features, design, design.hasWeekdays(), cursor);
  }

  /** The same of panes of one day of the week. */
  static ReferencePanes readSeason(Features features, DriftDesign design, Cursor cursor) {
    return new ReferencePanes(features, design, false, cursor);
  }

  /** The state, to be kept and read again. */
  double[] toArray() {
    double[][] parts = {{cases}, flat(slots), batches.toArray(), weekdays.toArray()};
    return flat(parts);
  }

  private static double[] flat(double[]... parts) {
    return Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
  }

  /**
   * Adds the next pane.
   *
   * @param start its start, later than that of the pane before
   * @param counts of the cells of all features
   */
  void add(long start, double... counts) {
    Checks.sameLength("cells", features.cells(), "counts", counts.length);
    double n = features.cases(counts);
    if (!(n > 0)) {
      return;
    }
    cases += n;
    double[] slot = slots[design.slot(start)];
    for (int c = 0; c < slot.length; c++) {
      slot[c] += counts[c];
    }
    batches.add(start, n, counts);
    double[] traffic = new double[slots.length];
    traffic[design.slot(start)] = n;
    weekdays.add(design.weekday(start), counts, traffic);
  }

  /** Adds the sums of a season that began then. */
  void mergeSeason(long start, ReferencePanes season) {
    merge(season);
    double[] traffic = season.traffic();
    weekdays.add(design.weekday(start), season.counts(), traffic);
  }

  /** Adds the sums of others. */
  void merge(ReferencePanes other) {
    addCounts(other);
    batches.merge(other.batches);
    weekdays.merge(other.weekdays);
  }

  /** Adds the panes that follow to those of a season, whose day of the week is not counted yet. */
  void append(ReferencePanes next) {
    addCounts(next);
    batches.append(next.batches);
  }

  private void addCounts(ReferencePanes other) {
    cases += other.cases;
    for (int s = 0; s < slots.length; s++) {
      for (int c = 0; c < slots[s].length; c++) {
        slots[s][c] += other.slots[s][c];
      }
    }
  }

  /** The number of cases. */
  long n() {
    return Math.round(cases);
  }

  /** The counts of the cells of all features, of all slots. */
  double[] counts() {
    double[] sum = new double[features.cells()];
    for (double[] slot : slots) {
      for (int c = 0; c < sum.length; c++) {
        sum[c] += slot[c];
      }
    }
    return sum;
  }

  /** The number of cases in each slot. */
  double[] traffic() {
    return Arrays.stream(slots).mapToDouble(features::cases).toArray();
  }

  /**
   * By how much the sums of each feature vary more than those of independent cases, from the panes
   * so far.
   *
   * @param isSeasonal whether what repeats every season is no variation
   */
  double[] effects(boolean isSeasonal) {
    return IntStream.range(0, features.all().size())
        .mapToDouble(feature -> batches.effect(feature, isSeasonal, slots))
        .toArray();
  }

  /** The same of the numbers of values that are missing or new; a season counts as variation. */
  double[] lossEffects() {
    return IntStream.range(0, features.all().size())
        .mapToDouble(feature -> batches.lossEffect(feature, slots))
        .toArray();
  }

  /** The number of panes with cases. */
  long panes() {
    return batches.panes();
  }

  /**
   * The reference that the panes are, with a law for each slot, and each slot of each day of the
   * week.
   *
   * @param isRepeated whether they have several seasons, so that its design effects are free of
   *     what repeats
   * @param heldBack panes that are no part of it, from which to know days of the week that it lacks
   * @param lost more of them, for days that those lack, too
   */
  Reference reference(boolean isRepeated, ReferencePanes heldBack, ReferencePanes lost) {
    batches.close();
    return Reference.seasonal(
        features,
        effects(isRepeated),
        weekdays.with(heldBack.weekdays.with(lost.weekdays)),
        Arrays.stream(slots).map(double[]::clone).toArray(double[][]::new));
  }
}
