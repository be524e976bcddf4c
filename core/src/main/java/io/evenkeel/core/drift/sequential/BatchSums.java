package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.CellGroup;
import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How much more the counts of panes vary than those of independent cases: mutable. For a few
 * functions u of the cells of a feature it sums Σu² and Σun over batches of n cases: panes, parts
 * of a season such as hours, and quarters of it. The functions are the location, the spread and the
 * groups of cells, in which every bet is linear or nearly so.
 *
 * <p>The design effect is the largest over functions and lengths of batches of the variance of Σ(u
 * − ū) over n̄ Var(u), at least 1. (Kish 1965, Survey Sampling, for the name.) With the means of
 * the parts of the season taken out, what repeats every season is no variation.
 */
final class BatchSums {
  private static final int SIZES = 3;
  private static final int QUARTERS = 4;

  /** After the location and the spread. */
  private static final int FIRST_GROUP = 2;

  private static final double LEAST_VARIANCE = 1e-12;

  /** The variance of fewer batches is too uncertain to add to that of panes. */
  private static final double LEAST_FREEDOM = 3;

  private final Features features;
  private final DriftDesign design;
  private final double[][][] functions;
  private final int all;
  private final double[][] batches = new double[SIZES][];
  private final double[] squares = new double[SIZES];
  private final double[][] moments = new double[SIZES][];
  private final double[][] open = new double[SIZES][];

  /** The sums in a state, or none in zeros. */
  BatchSums(Features features, DriftDesign design, Cursor cursor) {
    this.features = features;
    this.design = design;
    this.functions = features.all().stream().map(BatchSums::functions).toArray(double[][][]::new);
    this.all = Arrays.stream(functions).mapToInt(f -> f.length).sum();
    for (int s = 0; s < SIZES; s++) {
      squares[s] = cursor.next();
      batches[s] = cursor.next(parts(s, design));
      moments[s] = cursor.next(2 * all);
      open[s] = cursor.next(s == 0 ? 0 : 2 + all);
    }
  }

  /** The number of doubles of the state. */
  static int length(Features features, DriftDesign design) {
    int all = features.all().stream().mapToInt(feature -> functions(feature).length).sum();
    int length = 0;
    for (int s = 0; s < SIZES; s++) {
      length += 1 + parts(s, design) + 2 * all + (s == 0 ? 0 : 2 + all);
    }
    return length;
  }

  double[] toArray() {
    List<double[]> parts = new ArrayList<>();
    for (int s = 0; s < SIZES; s++) {
      parts.add(new double[] {squares[s]});
      parts.add(batches[s]);
      parts.add(moments[s]);
      parts.add(open[s]);
    }
    return parts.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  private static int parts(int size, DriftDesign design) {
    return size < SIZES - 1 ? design.slots() : Math.min(QUARTERS, design.slots());
  }

  /** The scores are those of equally likely cells, which is near enough to measure variation. */
  private static double[][] functions(Feature feature) {
    List<CellGroup> groups = feature.groups();
    double[] likely = new double[feature.cells()];
    Arrays.fill(likely, 1);
    for (CellGroup group : groups) {
      if (group.isOutside()) {
        Arrays.fill(likely, group.from(), group.to(), 0);
      }
    }
    double[][] functions = new double[FIRST_GROUP + groups.size()][feature.cells()];
    functions[0] = NormalScores.of(feature, likely);
    for (int c = 1; c < likely.length; c++) {
      functions[1][c] = functions[0][c] * functions[0][c] - 1;
    }
    for (int g = 0; g < groups.size(); g++) {
      Arrays.fill(functions[FIRST_GROUP + g], groups.get(g).from(), groups.get(g).to(), 1);
    }
    return functions;
  }

  /** Adds a pane of n &gt; 0 cases. */
  void add(long start, double n, double... counts) {
    double[] sums = sums(counts);
    add(0, design.slot(start), n, sums);
    for (int s = 1; s < SIZES; s++) {
      int parts = parts(s, design);
      // From 1 on: 0 is that of no batch.
      double key = (double) design.seasonOf(start) * parts + design.part(start, parts) + 1;
      if (open[s][0] != key) {
        close(s);
        open[s][0] = key;
      }
      open[s][1] += n;
      for (int j = 0; j < all; j++) {
        open[s][2 + j] += sums[j];
      }
    }
  }

  private void close(int size) {
    if (open[size][1] > 0) {
      int parts = parts(size, design);
      int part = (int) Math.floorMod((long) open[size][0] - 1, (long) parts);
      add(size, part, open[size][1], Arrays.copyOfRange(open[size], 2, 2 + all));
    }
    Arrays.fill(open[size], 0);
  }

  private void add(int size, int part, double n, double... sums) {
    squares[size] += n * n;
    batches[size][part]++;
    for (int j = 0; j < all; j++) {
      moments[size][2 * j] += sums[j] * sums[j];
      moments[size][2 * j + 1] += sums[j] * n;
    }
  }

  /** Adds the batches of later panes, all of which end here. */
  void merge(BatchSums later) {
    close();
    later.close();
    for (int s = 0; s < SIZES; s++) {
      squares[s] += later.squares[s];
      add(batches[s], later.batches[s]);
      add(moments[s], later.moments[s]);
    }
  }

  /** Adds the batches of the panes that follow; those that are open here go on there. */
  void append(BatchSums next) {
    for (int s = 0; s < SIZES; s++) {
      if (s > 0) {
        appendOpen(s, next);
      }
      squares[s] += next.squares[s];
      add(batches[s], next.batches[s]);
      add(moments[s], next.moments[s]);
    }
  }

  private void appendOpen(int size, BatchSums next) {
    boolean hasClosed = Arrays.stream(next.batches[size]).sum() > 0;
    if (hasClosed || next.open[size][0] != open[size][0]) {
      close(size);
    }
    add(open[size], next.open[size]);
    open[size][0] = next.open[size][0];
  }

  private static void add(double[] sums, double... others) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += others[i];
    }
  }

  private double[] sums(double... counts) {
    double[] sums = new double[all];
    int at = 0;
    int first = 0;
    for (double[][] ofFeature : functions) {
      for (double[] function : ofFeature) {
        sums[at++] = dot(function, counts, first);
      }
      first += ofFeature[0].length;
    }
    return sums;
  }

  private static double dot(double[] function, double[] counts, int first) {
    double sum = 0;
    for (int c = 0; c < function.length; c++) {
      sum += function[c] * counts[first + c];
    }
    return sum;
  }

  /** Ends the batches that are open. */
  void close() {
    for (int s = 1; s < SIZES; s++) {
      close(s);
    }
  }

  long panes() {
    return Math.round(Arrays.stream(batches[0]).sum());
  }

  /**
   * The design effect of a feature, 1 if there are too few batches.
   *
   * @param isSeasonal whether the means of the parts of a season are taken out
   * @param slots counts of the cells of all features in each slot, of all that was added
   */
  double effect(int feature, boolean isSeasonal, double[]... slots) {
    return effect(feature, IntStream.range(0, functions[feature].length), isSeasonal, slots);
  }

  /** The same of the cells of values that are missing or new, with what repeats. */
  double lossEffect(int feature, double[]... slots) {
    List<CellGroup> groups = features.all().get(feature).groups();
    IntStream losses = IntStream.range(0, groups.size()).filter(g -> groups.get(g).isLoss());
    return effect(feature, losses.map(g -> FIRST_GROUP + g), false, slots);
  }

  private double effect(int feature, IntStream some, boolean isSeasonal, double[]... slots) {
    int firstCell = features.all().subList(0, feature).stream().mapToInt(Feature::cells).sum();
    int firstFunction =
        Arrays.stream(functions, 0, feature).mapToInt(ofFeature -> ofFeature.length).sum();
    return some.mapToDouble(
            j -> {
              Slots means = new Slots(functions[feature][j], firstCell, slots);
              return means.variance > LEAST_VARIANCE
                  ? effect(firstFunction + j, isSeasonal, means)
                  : 1;
            })
        .reduce(1, Math::max);
  }

  private double effect(int function, boolean isSeasonal, Slots means) {
    return IntStream.range(0, SIZES)
        .mapToDouble(size -> effect(size, function, isSeasonal, means))
        .max()
        .orElseThrow();
  }

  private double effect(int size, int function, boolean isSeasonal, Slots means) {
    double count = Arrays.stream(batches[size]).sum();
    double mean = means.mean;
    double residuals =
        moments[size][2 * function]
            - 2 * mean * moments[size][2 * function + 1]
            + mean * mean * squares[size];
    double freedom = count - 1;
    if (isSeasonal) {
      double[] ofParts = means.residuals(batches[size].length);
      freedom = count;
      for (int part = 0; part < ofParts.length; part++) {
        if (batches[size][part] > 0) {
          residuals -= ofParts[part] * ofParts[part] / batches[size][part];
          freedom--;
        }
      }
    }
    return freedom >= (size == 0 ? 1 : LEAST_FREEDOM)
        ? residuals / freedom / (means.cases / count * means.variance)
        : 1;
  }

  /** A function of the cells of a feature, summed over each slot. */
  private static final class Slots {
    private final double[] sums;
    private final double[] sizes;
    private final double cases;
    private final double mean;
    private final double variance;

    Slots(double[] function, int first, double[]... slots) {
      sums = new double[slots.length];
      sizes = new double[slots.length];
      double squared = 0;
      for (int h = 0; h < slots.length; h++) {
        for (int c = 0; c < function.length; c++) {
          double count = slots[h][first + c];
          sizes[h] += count;
          sums[h] += count * function[c];
          squared += count * function[c] * function[c];
        }
      }
      cases = Arrays.stream(sizes).sum();
      mean = Arrays.stream(sums).sum() / cases;
      variance = squared / cases - mean * mean;
    }

    /** Σ(u − ū) over each of some parts of the season. */
    double[] residuals(int parts) {
      double[] residuals = new double[parts];
      for (int h = 0; h < sums.length; h++) {
        residuals[h * parts / sums.length] += sums[h] - mean * sizes[h];
      }
      return residuals;
    }
  }
}
