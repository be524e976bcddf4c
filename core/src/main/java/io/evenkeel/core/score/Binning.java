package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import java.util.Arrays;

/**
 * A partition of [0, 1] into bins, each closed on the left, and the last one on both sides: the
 * number c, a confidence or a probability integral transform, is in bin #{edges ≤ c}.
 */
public final class Binning {
  private static final double ROUNDING = 1e-6;

  private final double[] edges;

  private Binning(double[] edges) {
    this.edges = edges;
  }

  /** Bins of equal width, with the edges k/M for 0 &lt; k &lt; M. */
  public static Binning equalWidth(int bins) {
    double[] edges = new double[Checks.atLeast("number of bins", bins, 1) - 1];
    for (int k = 0; k < edges.length; k++) {
      edges[k] = (k + 1.0) / bins;
    }
    return new Binning(edges);
  }

  /**
   * Bins of equal width of which the first is cut, and the last at the mirror images of the cuts.
   * These narrow bins distinguish numbers close to 0, and numbers close to 1.
   *
   * @param cuts ascending, between 0 and 1/M
   */
  public static Binning splitEnds(int bins, double... cuts) {
    double[] inner = equalWidth(bins).edges;
    double[] edges = new double[inner.length + 2 * cuts.length];
    System.arraycopy(cuts, 0, edges, 0, cuts.length);
    System.arraycopy(inner, 0, edges, cuts.length, inner.length);
    for (int k = 0; k < cuts.length; k++) {
      edges[edges.length - 1 - k] = 1 - cuts[k];
    }
    for (int k = 1; k < edges.length; k++) {
      if (!(edges[k - 1] > 0 && edges[k - 1] < edges[k] && edges[k] < 1)) {
        throw new IllegalArgumentException(
            "cuts of the ends of "
                + bins
                + " bins must ascend from 0 to 1/"
                + bins
                + ", got "
                + Arrays.toString(cuts));
      }
    }
    return new Binning(edges);
  }

  /**
   * Bins of about equal numbers of the given confidences: the edges are the order statistics
   * ⌊kn/M⌋, but equal confidences stay together and no bin is empty, so that there may be fewer
   * than M.
   *
   * @param confidences in [0, 1], or beyond by rounding, up to 1e-6
   */
  public static Binning equalMass(int bins, double... confidences) {
    Checks.atLeast("number of bins", bins, 1);
    for (double confidence : confidences) {
      check(confidence);
    }
    double[] sorted = confidences.clone();
    Arrays.sort(sorted);
    double[] edges = new double[bins];
    int count = 0;
    double last = sorted.length == 0 ? 0 : sorted[0];
    for (int k = 1; k < bins && sorted.length > 0; k++) {
      double edge = sorted[(int) ((long) k * sorted.length / bins)];
      if (edge > last) {
        edges[count++] = edge;
        last = edge;
      }
    }
    return new Binning(Arrays.copyOf(edges, count));
  }

  /** The number of bins. */
  public int bins() {
    return edges.length + 1;
  }

  /** The left end of a bin, 0 for the first. */
  public double lower(int bin) {
    return bin == 0 ? 0 : edges[bin - 1];
  }

  /** The right end of a bin, 1 for the last. */
  public double upper(int bin) {
    return bin == edges.length ? 1 : edges[bin];
  }

  /** The inner edges, ascending. */
  public double[] edges() {
    return edges.clone();
  }

  /**
   * The 0-based bin of a number. O(log M) time, nothing allocated.
   *
   * @param c in [0, 1]; beyond by rounding, up to 1e-6, it is in the first or last bin
   */
  public int bin(double c) {
    check(c);
    int at = Arrays.binarySearch(edges, c);
    return at >= 0 ? at + 1 : -at - 1;
  }

  private static void check(double c) {
    if (!(c >= -ROUNDING && c <= 1 + ROUNDING)) {
      throw new IllegalArgumentException("a number to be binned must lie in [0, 1], got " + c);
    }
  }
}
