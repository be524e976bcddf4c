package io.evenkeel.core.hypothesis;

import io.evenkeel.core.calibration.ResidualRows;
import io.evenkeel.core.internal.RowSum;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Σ<sub>i &gt; j</sub> u_i a_ij u_j for one symmetric n &times; n matrix A, made piece by piece and
 * never stored, and R vectors u at once. O(n²R) time, O(nR) memory.
 */
final class QuadraticForms {
  /*
   * A band of rows times the vectors is a matrix product. Tiles of 16 rows of 256 vectors, 32 KiB,
   * stay in the fastest cache while all rows of the band pass over them.
   */
  private static final int TILE_ROWS = 16;
  private static final int TILE_VECTORS = 256;

  private final ResidualRows matrix;
  private final int count;

  /** For each block of up to 256 vectors and each i, the components u_i. */
  private final double[][][] blocks;

  private QuadraticForms(ResidualRows matrix, int n, int count, IntFunction<double[]> components) {
    this.matrix = matrix;
    this.count = count;
    this.blocks = new double[(count + TILE_VECTORS - 1) / TILE_VECTORS][n][];
    for (int i = 0; i < n; i++) {
      double[] u = components.apply(i);
      for (int b = 0; b < blocks.length; b++) {
        int from = b * TILE_VECTORS;
        blocks[b][i] = Arrays.copyOfRange(u, from, Math.min(count, from + TILE_VECTORS));
      }
    }
  }

  /**
   * The forms of R vectors.
   *
   * @param matrix A
   * @param n its size
   * @param count R
   * @param components for each i, the components u_i of the R vectors
   */
  static double[] of(ResidualRows matrix, int n, int count, IntFunction<double[]> components) {
    QuadraticForms forms = new QuadraticForms(matrix, n, count, components);
    return RowSum.ofBands(n, count, forms::addBand);
  }

  private void addBand(int from, int to, double[] sums) {
    double[][][] products = new double[blocks.length][to - from][];
    for (int b = 0; b < blocks.length; b++) {
      for (int i = 0; i < to - from; i++) {
        products[b][i] = new double[blocks[b][0].length];
      }
    }
    double[][] piece = new double[to - from][ResidualRows.PIECE];
    for (int start = 0; start < to - 1; start += ResidualRows.PIECE) {
      int end = Math.min(to - 1, start + ResidualRows.PIECE);
      for (int i = from; i < to; i++) {
        int below = Math.max(start, Math.min(i, end));
        matrix.fill(i, start, below, piece[i - from]);
        Arrays.fill(piece[i - from], below - start, end - start, 0);
      }
      for (int b = 0; b < blocks.length; b++) {
        multiply(piece, blocks[b], start, end, products[b]);
      }
    }
    for (int r = 0; r < count; r++) {
      int b = r / TILE_VECTORS;
      for (int i = from; i < to; i++) {
        sums[r] += blocks[b][i][r % TILE_VECTORS] * products[b][i - from][r % TILE_VECTORS];
      }
    }
  }

  private static void multiply(
      double[][] piece, double[][] u, int start, int end, double[][] products) {
    for (int tile = start; tile < end; tile += TILE_ROWS) {
      int last = Math.min(end, tile + TILE_ROWS);
      for (int i = 0; i < products.length; i++) {
        int j = tile;
        for (; j + 3 < last; j += 4) {
          addFour(piece[i], j - start, u, j, products[i]);
        }
        for (; j < last; j++) {
          addOne(piece[i][j - start], u[j], products[i]);
        }
      }
    }
  }

  private static void addFour(double[] a, int at, double[][] u, int j, double[] product) {
    double[] u0 = u[j];
    double[] u1 = u[j + 1];
    double[] u2 = u[j + 2];
    double[] u3 = u[j + 3];
    double a0 = a[at];
    double a1 = a[at + 1];
    double a2 = a[at + 2];
    double a3 = a[at + 3];
    for (int r = 0; r < product.length; r++) {
      product[r] += a0 * u0[r] + a1 * u1[r] + a2 * u2[r] + a3 * u3[r];
    }
  }

  private static void addOne(double a, double[] u, double[] product) {
    for (int r = 0; r < product.length; r++) {
      product[r] += a * u[r];
    }
  }
}
