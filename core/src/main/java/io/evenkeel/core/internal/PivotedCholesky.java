package io.evenkeel.core.internal;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * The Cholesky factor, with pivots, of a positive semi-definite matrix that is given by its
 * entries: it stops at the numerical rank, and only asks for the entries that it needs.
 *
 * <p>Source: Fine and Scheinberg, <i>Efficient SVM training using low-rank kernel
 * representations</i>, 2001.
 */
public final class PivotedCholesky {
  /** Below this share of the trace what is left of a diagonal entry is rounding. */
  private static final double ROUNDING = 1e-15;

  /** Below minus this share of the trace it is not, even of kernels with integrated distances. */
  private static final double NEGATIVE = 1e-8;

  private final Entries matrix;
  private final double least;

  /** The rows in the order of their pivots; those from {@link #rank} on have none yet. */
  private final int[] order;

  /** What is left of the diagonal, in that order. */
  private final double[] left;

  private double[][] columns;
  private int rank;

  private PivotedCholesky(int n, Entries matrix) {
    this.matrix = matrix;
    this.order = IntStream.range(0, n).toArray();
    this.left = Arrays.stream(order).mapToDouble(i -> matrix.get(i, i)).toArray();
    this.least = ROUNDING * Arrays.stream(left).sum();
    this.columns = new double[Math.min(n, 16)][];
  }

  /** A symmetric matrix. */
  @FunctionalInterface
  public interface Entries {

    /** The entry of row i and column j. */
    double get(int i, int j);
  }

  /**
   * The factor F of n &times; r numbers with F Fᵀ = M, where r is the numerical rank of M: no row
   * leaves more than 1e-15 of the trace. O(nr²) time, O(nr) memory and at most nr entries of M.
   *
   * @param n the number of rows and columns of M
   * @throws IllegalArgumentException if M is found not to be positive semi-definite
   */
  public static DMatrixRMaj factor(int n, Entries matrix) {
    PivotedCholesky cholesky = new PivotedCholesky(n, matrix);
    while (cholesky.rank < n && cholesky.pivot()) {
      cholesky.addColumn();
    }
    cholesky.checkRest();
    return cholesky.factor();
  }

  /** Moves the row of which most is left to the front, and returns whether it is worth a column. */
  private boolean pivot() {
    int best = rank;
    for (int i = rank + 1; i < left.length; i++) {
      if (left[i] > left[best]) {
        best = i;
      }
    }
    int row = order[best];
    order[best] = order[rank];
    order[rank] = row;
    swap(left, best);
    for (int k = 0; k < rank; k++) {
      swap(columns[k], best);
    }
    return left[rank] > least;
  }

  private void swap(double[] values, int with) {
    double value = values[rank];
    values[rank] = values[with];
    values[with] = value;
  }

  private void addColumn() {
    double[] column = new double[left.length];
    for (int i = rank + 1; i < column.length; i++) {
      column[i] = matrix.get(order[i], order[rank]);
    }
    for (int k = 0; k < rank; k++) {
      subtract(columns[k][rank], columns[k], column, rank + 1);
    }
    double root = Math.sqrt(left[rank]);
    column[rank] = root;
    for (int i = rank + 1; i < column.length; i++) {
      column[i] /= root;
      left[i] -= column[i] * column[i];
    }
    if (rank == columns.length) {
      columns = Arrays.copyOf(columns, 2 * rank);
    }
    columns[rank++] = column;
  }

  private static void subtract(double share, double[] column, double[] from, int start) {
    for (int i = start; i < from.length; i++) {
      from[i] -= share * column[i];
    }
  }

  private void checkRest() {
    for (int i = rank; i < left.length; i++) {
      if (!(left[i] >= -NEGATIVE / ROUNDING * Math.abs(least))) {
        throw new IllegalArgumentException(
            "the kernel is not positive definite on this sample: "
                + left[i]
                + " is left of diagonal entry "
                + order[i]);
      }
    }
  }

  private DMatrixRMaj factor() {
    DMatrixRMaj factor = new DMatrixRMaj(left.length, rank);
    for (int k = 0; k < rank; k++) {
      for (int i = k; i < left.length; i++) {
        factor.set(order[i], k, columns[k][i]);
      }
    }
    return factor;
  }
}
