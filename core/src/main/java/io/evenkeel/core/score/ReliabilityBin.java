package io.evenkeel.core.score;

/**
 * The predictions whose confidence lies in [lower, upper), 1 belonging to the last bin.
 *
 * @param lower the left end
 * @param upper the right end
 * @param count the number of predictions
 * @param confidence their mean confidence, NaN if there is none
 * @param frequency the share of them that came true, NaN if there is none
 */
public record ReliabilityBin(
    double lower, double upper, long count, double confidence, double frequency) {

  /** The bin k &lt; bins of equal width that holds the confidence c in [0, 1]: edges are k/bins. */
  public static int index(double c, int bins) {
    int k = Math.min(bins - 1, (int) (c * bins));
    if (k > 0 && c < (double) k / bins) {
      return k - 1;
    }
    return k < bins - 1 && c >= (double) (k + 1) / bins ? k + 1 : k;
  }
}
