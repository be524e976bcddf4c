package io.evenkeel.core.hypothesis;

import io.evenkeel.core.calibration.ResidualRows;
import io.evenkeel.core.internal.RowSum;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * Random signs for n observations that are a group under multiplication: a power of two N &ge; n of
 * sign vectors, of which vector r gives observation i the sign (−1)<sup>|r ∧ π(i)|</sup>, the Walsh
 * function r at a place π(i) of its own, drawn at random. Vector 0 has no minus sign.
 *
 * <p>Two signs of one vector multiply to the sign at the place π(i) ⊕ π(j). So Σ<sub>i &gt; j</sub>
 * ε_i ε_j a_ij of all N vectors at once is the Walsh-Hadamard transform of the sums of a_ij over
 * the pairs with π(i) ⊕ π(j) = s: one pass over the matrix, where independent signs take N.
 *
 * <p>A statistic whose law does not change with the signs of the observations exceeds its values
 * under the other members of a group as seldom as it should, exactly (Koning and Hemerik 2023,
 * doi:10.1093/biomet/asad050).
 */
final class WalshSigns {
  private final int[] places;
  private final int size;

  private WalshSigns(int[] places, int size) {
    this.places = places;
    this.size = size;
  }

  /**
   * At least as many vectors as asked for.
   *
   * @param n the number of observations
   * @param least the least number of vectors, vector 0 included
   */
  static WalshSigns random(int n, int least, UniformRandomProvider random) {
    int size = 1;
    while (size < Math.max(n, least)) {
      size = Math.multiplyExact(size, 2);
    }
    return new WalshSigns(new PermutationSampler(random, size, n).sample(), size);
  }

  /** The number of vectors N. */
  int size() {
    return size;
  }

  /** The sign of observation i in vector r. */
  int sign(int r, int i) {
    return Integer.bitCount(r & places[i]) % 2 == 0 ? 1 : -1;
  }

  /** Σ<sub>i &gt; j</sub> ε_i ε_j a_ij for each vector. O(n² + N log N). */
  double[] forms(ResidualRows matrix) {
    double[] sums =
        RowSum.ofBands(
            places.length,
            size,
            (from, to, sumsOfBand) -> {
              double[] row = new double[to];
              for (int i = from; i < to; i++) {
                matrix.fill(i, 0, i, row);
                for (int j = 0; j < i; j++) {
                  sumsOfBand[places[i] ^ places[j]] += row[j];
                }
              }
            });
    transform(sums);
    return sums;
  }

  /** Replaces x by its Walsh-Hadamard transform. */
  private static void transform(double[] x) {
    for (int half = 1; half < x.length; half *= 2) {
      for (int block = 0; block < x.length; block += 2 * half) {
        for (int k = block; k < block + half; k++) {
          double upper = x[k + half];
          x[k + half] = x[k] - upper;
          x[k] += upper;
        }
      }
    }
  }
}
