package io.evenkeel.core.calibration;

/**
 * Rows that are made in loops over the columns of a piece.
 *
 * <p>The compiler vectorises a loop only if all its arrays have the same index: so what is known of
 * the columns is stored piece by piece, and coordinate by coordinate within a piece.
 */
abstract class PiecewiseRows implements ResidualRows {

  /** A number for each coordinate of each observation. */
  @FunctionalInterface
  interface Coordinates {
    double get(int coordinate, int i);
  }

  /** The numbers of n observations as [piece][coordinate][column within the piece]. */
  static double[][][] pieces(int n, int coordinates, Coordinates numbers) {
    double[][][] pieces = new double[(n + PIECE - 1) / PIECE][coordinates][];
    for (int b = 0; b < pieces.length; b++) {
      for (int c = 0; c < coordinates; c++) {
        double[] column = new double[Math.min(PIECE, n - b * PIECE)];
        for (int j = 0; j < column.length; j++) {
          column[j] = numbers.get(c, b * PIECE + j);
        }
        pieces[b][c] = column;
      }
    }
    return pieces;
  }

  /** A coordinate of observation i. */
  static double at(double[][][] pieces, int c, int i) {
    return pieces[i / PIECE][c][i % PIECE];
  }

  @Override
  public final void fill(int i, int from, int to, double[] row) {
    for (int piece = from / PIECE; piece * PIECE < to; piece++) {
      int first = Math.max(from - piece * PIECE, 0);
      double[] h = new double[Math.min(to - piece * PIECE, PIECE)];
      fill(i, piece, h);
      System.arraycopy(h, first, row, piece * PIECE + first - from, h.length - first);
    }
  }

  /** Writes h_ij of the first columns of a piece over zeros. */
  abstract void fill(int i, int piece, double[] h);
}
