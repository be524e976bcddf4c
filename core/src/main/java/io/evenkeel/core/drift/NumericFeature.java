package io.evenkeel.core.drift;

import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.score.Interval;
import java.util.Arrays;
import java.util.List;

/**
 * A feature of many values, cut at c<sub>1</sub> &lt; … &lt; c<sub>k</sub>: a cell for the values
 * up to c<sub>1</sub>, one each for those in (c<sub>i</sub>, c<sub>i+1</sub>], and one for those
 * above c<sub>k</sub>. Its values are compared by {@link KolmogorovSmirnovTest}, and how far they
 * have moved is measured by the 1-Wasserstein distance.
 */
public final class NumericFeature implements Feature {
  private static final int QUANTILES = 10;

  /** How far beyond the sample distances are still measured, in its standard deviations. */
  private static final double MARGIN = 4;

  /** So many cells have two on either side of the sample; fewer may have lost one to ties. */
  private static final int ALL_CELLS = 7;

  private final String name;
  private final double[] cuts;
  private final double deviation;

  /**
   * A feature with the given cuts.
   *
   * @param deviation the unit of distances, positive
   * @param cuts in strictly ascending order, at least one
   */
  public NumericFeature(String name, double deviation, double... cuts) {
    this.name = name;
    this.deviation = Checks.positive("deviation of " + name, deviation);
    this.cuts = Ascending.copy(name, cuts);
  }

  /**
   * The feature cut at the deciles of a sample, below its smallest value, at its largest, and at
   * four standard deviations beyond these. The unit of distances is the standard deviation of the
   * sample with denominator n − 1; if its values are all the same, or there is one only, 1.
   */
  static NumericFeature of(String name, double... sample) {
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double deviation = deviation(sorted);
    double[] cuts = new double[QUANTILES + 3];
    // The smallest value belongs to the sample: where it is tied, its cell holds it alone.
    cuts[1] = Math.nextDown(sorted[0]);
    cuts[0] = Math.min(sorted[0] - MARGIN * deviation, Math.nextDown(cuts[1]));
    for (int k = 1; k < QUANTILES; k++) {
      cuts[k + 1] = sorted[(int) Math.ceil((double) n * k / QUANTILES) - 1];
    }
    cuts[QUANTILES + 1] = sorted[n - 1];
    cuts[QUANTILES + 2] = Math.max(sorted[n - 1] + MARGIN * deviation, Math.nextUp(sorted[n - 1]));
    return new NumericFeature(
        name,
        deviation,
        Arrays.stream(cuts)
            .map(cut -> Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, cut)) + 0.0)
            .distinct()
            .toArray());
  }

  /** Of numbers whose squares may overflow. */
  private static double deviation(double[] sorted) {
    int n = sorted.length;
    double scale = Math.max(Math.abs(sorted[0]), Math.abs(sorted[n - 1]));
    double mean = 0;
    for (double value : sorted) {
      mean += value / n;
    }
    double squares = 0;
    for (double value : sorted) {
      double residual = value / scale - mean / scale;
      squares += residual * residual;
    }
    double deviation = scale * Math.sqrt(squares / (n - 1));
    return deviation > 0 && deviation < Double.POSITIVE_INFINITY ? deviation : 1;
  }

  @Override
  public String name() {
    return name;
  }

  /** A copy of the cuts. */
  public double[] cuts() {
    return cuts.clone();
  }

  /** The unit of distances. */
  public double deviation() {
    return deviation;
  }

  /** Where the sample lies that the cells were made from; open below. */
  public Interval seen() {
    int outer = outer();
    return new Interval(cuts[outer - 1], cuts[cuts.length - outer]);
  }

  /** The number of cells on either side of the sample. */
  private int outer() {
    return cells() >= ALL_CELLS ? 2 : 1;
  }

  @Override
  public int cells() {
    return cuts.length + 2;
  }

  @Override
  public int cell(double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    int found = Feature.search(cuts, value);
    return found < 0 ? -found : found + 1;
  }

  @Override
  public List<CellGroup> groups() {
    int cells = cells();
    int outer = outer();
    return List.of(
        CellGroup.missing(),
        CellGroup.present(cells),
        new CellGroup(CellGroup.Kind.BELOW, 1, 1 + outer, Double.NaN),
        new CellGroup(CellGroup.Kind.ABOVE, cells - outer, cells, Double.NaN));
  }

  @Override
  public TestResult test(double[] reference, double[] window) {
    return KolmogorovSmirnovTest.test(Feature.present(reference), Feature.present(window));
  }

  /**
   * The distance ∫ |F − G| and the shift ∫ (F − G), each distribution function being linear between
   * cuts, and what lies beyond the outermost cut being there: distances end four standard
   * deviations beyond the sample.
   */
  @Override
  public Displacement displacement(double[] reference, double[] window) {
    double[] losses = Feature.losses(reference, window);
    double distance = 0;
    double shift = 0;
    double before = losses[0];
    for (int c = 1; c < cuts.length; c++) {
      double width = cuts[c] / deviation - cuts[c - 1] / deviation;
      double after = before + losses[c];
      distance += width * meanAbsolute(before, after);
      shift += width * (before + after) / 2;
      before = after;
    }
    return new Displacement(distance, shift);
  }

  /** The mean of |z| along the line from a to b. */
  private static double meanAbsolute(double a, double b) {
    return a * b >= 0 ? Math.abs(a + b) / 2 : (a * a + b * b) / (2 * (Math.abs(a) + Math.abs(b)));
  }
}
