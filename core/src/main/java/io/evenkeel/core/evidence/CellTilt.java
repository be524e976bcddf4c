package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.CellMoments;
import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The alternative that in each {@linkplain CellMoments cell} of predictions of d real numbers the
 * residuals z are N(me, vI), not N(0, I), with e the direction of the predicted standard
 * deviations.
 *
 * <p>ℓ = h eᵀz + p|z|²/2 − κ with h = m/v and p = 1 − 1/v. To the power x and normalised, its sum
 * over the n residuals of a cell is x(h Σeᵀz + p Σ|z|²/2) − n(x²h²/λ − d log λ)/2 with λ = 1 − xp.
 */
final class CellTilt implements ExponentialTilt {
  private static final int SUM = 1;
  private static final int SQUARES = 2;

  /** The smallest variance of a tilt that is fitted. */
  private static final double SMALLEST = 0.05;

  private final Cells cells;
  private final double[] linear;
  private final double[] quadratic;

  private CellTilt(Cells cells, double[] linear, double[] quadratic) {
    this.cells = cells;
    this.linear = linear;
    this.quadratic = quadratic;
  }

  /**
   * Cells of cases.
   *
   * @param dimension d
   * @param sums of the cells of a pane, as {@link CellMoments} has them
   * @param places what the cases of a cell have in common, such as "it predicts more than 12.3"
   */
  record Cells(
      int dimension, Function<Sketch, Optional<double[]>> sums, IntFunction<String> places) {}

  /**
   * An alternative.
   *
   * @param means m of each cell
   * @param variances v of each cell, positive
   */
  static CellTilt of(Cells cells, double[] means, double[] variances) {
    double[] h = new double[means.length];
    double[] p = new double[means.length];
    for (int k = 0; k < means.length; k++) {
      h[k] = means[k] / variances[k];
      p[k] = 1 - 1 / variances[k];
    }
    return new CellTilt(cells, h, p);
  }

  /**
   * The location and the spread that the sums of cells show, those cells from one on to before
   * another; calibrated elsewhere.
   *
   * @param prior so many labels that were as predicted are added to each cell
   */
  static CellTilt fit(Cells cells, double[] sums, double prior, int from, int to) {
    int size = sums.length / CellMoments.PER_CELL;
    double[] means = new double[size];
    double[] variances = new double[size];
    Arrays.fill(variances, 1);
    int d = cells.dimension;
    for (int k = from; k < to; k++) {
      int at = CellMoments.PER_CELL * k;
      double n = sums[at] + prior;
      means[k] = sums[at + SUM] / n;
      double square = (sums[at + SQUARES] + prior * d) / (n * d);
      variances[k] = Math.max(SMALLEST, square - means[k] * means[k] / d);
    }
    return of(cells, means, variances);
  }

  /**
   * The tilt whose {@linkplain #write state} is known.
   *
   * @param size the number of cells
   */
  static CellTilt read(Cells cells, int size, DoubleBuffer state) {
    double[] h = new double[size];
    double[] p = new double[size];
    state.get(h).get(p);
    return new CellTilt(cells, h, p);
  }

  @Override
  public int length() {
    return linear.length + quadratic.length;
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(linear).put(quadratic);
  }

  @Override
  public int sums() {
    return CellMoments.PER_CELL * linear.length;
  }

  /** Those of the cells. */
  @Override
  public Optional<double[]> sums(Sketch pane) {
    return cells.sums.apply(pane);
  }

  @Override
  public double logRatio(double x, double... sums) {
    int dimension = cells.dimension;
    double all = 0;
    for (int k = 0; k < linear.length; k++) {
      int at = CellMoments.PER_CELL * k;
      double precision = 1 - x * quadratic[k];
      double shifted = x * linear[k];
      all +=
          shifted * sums[at + SUM]
              + x * quadratic[k] * sums[at + SQUARES] / 2
              - sums[at] * (shifted * shifted / precision - dimension * Math.log(precision)) / 2;
    }
    return all;
  }

  /** What is most wrong, in the cell where that alone would save the most. */
  @Override
  public String describe() {
    int dimension = cells.dimension;
    double largest = 0;
    String words = "";
    for (int k = 0; k < linear.length; k++) {
      double variance = 1 / (1 - quadratic[k]);
      double mean = linear[k] * variance;
      if (mean * mean / 2 > largest) {
        largest = mean * mean / 2;
        words =
            "where %s it is %s sd too %s"
                .formatted(
                    cells.places.apply(k),
                    rounded(Math.abs(mean) / Math.sqrt(dimension)),
                    mean > 0 ? "low" : "high");
      }
      double spread = dimension * (variance - 1 - Math.log(variance)) / 2;
      if (spread > largest) {
        largest = spread;
        double sd = Math.sqrt(variance);
        words =
            "where %s its spread is %s times too %s"
                .formatted(
                    cells.places.apply(k),
                    rounded(Math.max(sd, 1 / sd)),
                    sd > 1 ? "small" : "large");
      }
    }
    return words;
  }

  private static String rounded(double value) {
    return String.format(Locale.ROOT, "%.2f", value).replaceAll("\\.?0+$", "");
  }
}
