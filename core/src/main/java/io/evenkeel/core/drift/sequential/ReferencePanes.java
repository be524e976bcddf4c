package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Features;
import io.evenkeel.core.internal.Checks;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Gathers a {@link Reference} pane by pane: mutable. It keeps the counts of each slot of the season
 * and the moments of {@link BatchSums}, not the panes: {@code 3 + slots × cells} doubles and those
 * of the sums. O(cells × groups) per pane.
 */
public final class ReferencePanes {
  private final Features features;
  private final DriftDesign design;
  private final double[][] slots;
  private final BatchSums batches;
  private double complete;
  private double current;
  private double cases;

  private ReferencePanes(Features features, DriftDesign design, Cursor cursor) {
    this.features = features;
    this.design = design;
    this.complete = cursor.next();
    this.current = cursor.next();
    this.cases = cursor.next();
    this.slots = new double[design.slots()][];
    for (int s = 0; s < slots.length; s++) {
      slots[s] = cursor.next(features.cells());
    }
    this.batches = new BatchSums(features, design, cursor);
  }

  /** Without panes. */
  public static ReferencePanes empty(Features features, DriftDesign design) {
    int length = 3 + design.slots() * features.cells() + BatchSums.length(features, design);
    double[] state = new double[length];
    state[1] = Double.NaN;
    return new ReferencePanes(features, design, new Cursor(state));
  }

  /** What {@link #toArray} gave, of the same features and design. */
  static ReferencePanes read(Features features, DriftDesign design, Cursor cursor) {
    return new ReferencePanes(features, design, cursor);
  }

  /** The state, to be kept and read again. */
  public double[] toArray() {
    double[][] parts = {{complete, current, cases}, flat(slots), batches.toArray()};
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
  public void add(long start, double... counts) {
    Checks.sameLength("cells", features.cells(), "counts", counts.length);
    double n = cases(counts);
    if (!(n > 0)) {
      return;
    }
    long season = design.seasonOf(start);
    if (season != current) {
      complete += Double.isNaN(current) ? 0 : 1;
      current = (double) season;
    }
    cases += n;
    double[] slot = slots[design.slot(start)];
    for (int c = 0; c < slot.length; c++) {
      slot[c] += counts[c];
    }
    batches.add(start, n, counts);
  }

  /**
   * Adds the sums of later panes. If they begin with a season, the last one here is not counted as
   * complete.
   */
  void merge(ReferencePanes later) {
    complete += later.complete;
    current = later.current;
    cases += later.cases;
    for (int s = 0; s < slots.length; s++) {
      for (int c = 0; c < slots[s].length; c++) {
        slots[s][c] += later.slots[s][c];
      }
    }
    batches.merge(later.batches);
  }

  private double cases(double... counts) {
    return features.all().isEmpty()
        ? 0
        : Arrays.stream(counts, 0, features.all().get(0).cells()).sum();
  }

  /** The number of cases. */
  public long n() {
    return Math.round(cases);
  }

  /** The number of seasons with cases before that of the last pane. */
  public long completeSeasons() {
    return Math.round(complete);
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

  /**
   * By how much the sums of each feature vary more than those of independent cases, from what was
   * added so far; a season counts as variation.
   */
  double[] rawEffects() {
    return IntStream.range(0, features.all().size())
        .mapToDouble(feature -> batches.effect(feature, false, slots))
        .toArray();
  }

  /** The number of panes with cases. */
  long panes() {
    return batches.panes();
  }

  /**
   * The reference: seasonal, and free of what repeats, if the design's number of seasons is
   * complete with the last pane, else a single law with all that varies in the design effect.
   */
  public Reference reference() {
    batches.close();
    boolean isSeasonal = complete + 1 >= design.seasons();
    double[] effects =
        IntStream.range(0, features.all().size())
            .mapToDouble(feature -> batches.effect(feature, isSeasonal, slots))
            .toArray();
    return isSeasonal
        ? Reference.seasonal(
            features, effects, Arrays.stream(slots).map(double[]::clone).toArray(double[][]::new))
        : Reference.whole(features, effects, counts());
  }
}
