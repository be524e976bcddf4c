package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.CellMoments;
import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * The alternative that in each {@linkplain CellMoments cell} of predictions of d real numbers the
 * residuals z are N(me, vI), not N(0, I), with e the direction of the predicted standard
 * deviations.
 *
 * <p>ℓ = h eᵀz + p|z|²/2 − κ with h = m/v and p = 1 − 1/v. To the power x and normalised, its sum
 * over the n residuals of a cell is x(h Σeᵀz + p Σ|z|²/2) − n(x²h²/λ − d log λ)/2 with λ = 1 − xp.
 */
final class CellTilt implements Tilt {
  private static final int SUM = 1;
  private static final int SQUARES = 2;

  private final int dimension;
  private final IntFunction<String> places;
  private final double[] linear;
  private final double[] quadratic;

  private CellTilt(int dimension, IntFunction<String> places, double[] linear, double[] quadratic) {
    this.dimension = dimension;
    this.places = places;
    this.linear = linear;
    this.quadratic = quadratic;
  }

  /**
   * An alternative.
   *
   * @param dimension d
   * @param places what the predictions of a cell have in common
   * @param means m of each cell
   * @param variances v of each cell, positive
   */
  static CellTilt of(
      int dimension, IntFunction<String> places, double[] means, double[] variances) {
    double[] h = new double[means.length];
    double[] p = new double[means.length];
    for (int k = 0; k < means.length; k++) {
      h[k] = means[k] / variances[k];
      p[k] = 1 - 1 / variances[k];
    }
    return new CellTilt(dimension, places, h, p);
  }

  /** The tilt whose {@linkplain #write state} is known. */
  static CellTilt read(int dimension, IntFunction<String> places, int cells, DoubleBuffer state) {
    double[] h = new double[cells];
    double[] p = new double[cells];
    state.get(h).get(p);
    return new CellTilt(dimension, places, h, p);
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
  public double logRatio(Sketch pane, double x) {
    return pane.cellSums().map(sums -> logRatio(sums, x)).orElse(0.0);
  }

  /** The sum of log-ratios at x, from the sums of the cells. */
  double logRatio(double[] sums, double x) {
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
    double largest = 0;
    String words = "";
    for (int k = 0; k < linear.length; k++) {
      double variance = 1 / (1 - quadratic[k]);
      double mean = linear[k] * variance;
      if (mean * mean / 2 > largest) {
        largest = mean * mean / 2;
        words =
            "where it predicts %s it is %s sd too %s"
                .formatted(
                    places.apply(k),
                    rounded(Math.abs(mean) / Math.sqrt(dimension)),
                    mean > 0 ? "low" : "high");
      }
      double spread = dimension * (variance - 1 - Math.log(variance)) / 2;
      if (spread > largest) {
        largest = spread;
        double sd = Math.sqrt(variance);
        words =
            "where it predicts %s its spread is %s times too %s"
                .formatted(
                    places.apply(k), rounded(Math.max(sd, 1 / sd)), sd > 1 ? "small" : "large");
      }
    }
    return words;
  }

  private static String rounded(double value) {
    return String.format(Locale.ROOT, "%.2f", value).replaceAll("\\.?0+$", "");
  }
}
