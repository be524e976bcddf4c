package io.evenkeel.core.recalibration;

import java.util.Arrays;

/**
 * A place on the curve of a {@link RecalibrationFamily}, and what the sums of the members next to
 * it say of the sum of log-ratios there.
 */
public final class CurvePoint {
  /** Two members on either side, or fewer at the ends; −1 stands for a sum of 0. */
  private final int[] members;

  /** What interpolates each bound from them: two chords and two parabolas. */
  private final double[][] chords;

  private final double[][] parabolas;

  /** What the higher parabola may fall short, per label. */
  private final double margin;

  private CurvePoint(int[] members, double[][] chords, double[][] parabolas, double margin) {
    this.members = members;
    this.chords = chords;
    this.parabolas = parabolas;
    this.margin = margin;
  }

  /** A member of the curve. */
  static CurvePoint member(int member) {
    return new CurvePoint(new int[] {member}, new double[][] {{1}}, new double[0][], 0);
  }

  /**
   * A place that is not a member.
   *
   * @param x ascending, of the members next to it, two on either side unless the curve ends
   * @param members their indices in the grid, −1 for the prediction as it was made
   * @param left how many lie on its left
   * @param derivative a bound, at least 0, of a derivative of a label's log-ratio: of the fourth
   *     from above, or where there are three members, of the absolute value of the third
   */
  static CurvePoint between(double at, double[] x, int[] members, int left, double derivative) {
    boolean hasLeft = left >= 2;
    boolean hasRight = x.length - left >= 2;
    double[][] chords = new double[(hasLeft ? 1 : 0) + (hasRight ? 1 : 0)][];
    if (hasLeft) {
      chords[0] = lagrange(at, x, left - 2, 2);
    }
    if (hasRight) {
      chords[chords.length - 1] = lagrange(at, x, left, 2);
    }
    double[][] parabolas = new double[Math.max(0, x.length - 2)][];
    Arrays.setAll(parabolas, from -> lagrange(at, x, from, 3));
    double margin = derivative;
    for (int i = 0; i < x.length; i++) {
      margin *= Math.abs(at - x[i]) / (i + 1);
    }
    return new CurvePoint(members, chords, parabolas, margin);
  }

  /** The weights of some of the points that interpolate their values by a polynomial. */
  private static double[] lagrange(double at, double[] x, int from, int count) {
    double[] weights = new double[x.length];
    for (int i = from; i < from + count; i++) {
      weights[i] = 1;
      for (int j = from; j < from + count; j++) {
        weights[i] *= i == j ? 1 : (at - x[j]) / (x[i] - x[j]);
      }
    }
    return weights;
  }

  /**
   * A bound from above of the sum of log-ratios here: exact at a member.
   *
   * <p>L is concave, so it lies below both chords, drawn out from either side. And it lies below
   * the higher of the two parabolas through three of the four members and a margin: the cubic
   * through all four lies between them, and L above it by at most the margin. Next to an end of the
   * curve there is one parabola, with a margin of its own.
   *
   * @param labels the number of labels in the sums; 0: without the margin, as an estimate
   * @param logRatios the sums of all recalibrations of the grid
   */
  public double bound(double labels, double... logRatios) {
    double least = Double.POSITIVE_INFINITY;
    for (double[] chord : chords) {
      least = Math.min(least, value(chord, logRatios));
    }
    double highest = Double.NEGATIVE_INFINITY;
    for (double[] parabola : parabolas) {
      highest = Math.max(highest, value(parabola, logRatios));
    }
    // The margin may be infinite, and no margin at all is wanted of no labels.
    double above = labels == 0 ? 0 : labels * margin;
    return parabolas.length == 0 ? least : Math.min(least, highest + above);
  }

  private double value(double[] weights, double[] logRatios) {
    double value = 0;
    for (int i = 0; i < weights.length; i++) {
      value += members[i] < 0 ? 0 : weights[i] * logRatios[members[i]];
    }
    return value;
  }
}
