package io.evenkeel.core.drift.sequential;

/**
 * The largest mean of a function over all laws that a sample does not refute.
 *
 * <p>The laws are those p with A KL(p̂ ‖ p) ≤ x. The largest p·f among them is attained at p
 * proportional to p̂<sub>c</sub> / (max f + m − f<sub>c</sub>), whose divergence falls in m &gt; 0.
 * For a contamination of one cell, P(p·f &gt; U) ≤ e<sup>−x</sup> by Chernoff's bound; for other
 * functions it is so in large samples. (Honda and Takemura 2010, COLT, for the dual.)
 */
final class LargestMean {
  /** An empty cell has at most so much of the empirical law. */
  private static final double LEAST = 1e-9;

  private static final double LOW = -28;
  private static final double HIGH = 21;
  private static final double PRECISION = 1e-9;

  private final double[] empirical;
  private final double divergence;

  /**
   * The laws within reach of a sample.
   *
   * @param counts of the sample; may be all 0, which refutes nothing
   * @param x how much is needed to refute a law, in nats, positive
   */
  LargestMean(double[] counts, double x) {
    double cases = 0;
    for (double count : counts) {
      cases += count;
    }
    this.empirical = new double[counts.length];
    double sum = 0;
    for (int c = 0; c < counts.length; c++) {
      empirical[c] = Math.max(cases > 0 ? counts[c] / cases : 1.0 / counts.length, LEAST);
      sum += empirical[c];
    }
    for (int c = 0; c < counts.length; c++) {
      empirical[c] /= sum;
    }
    this.divergence = x / cases;
  }

  /** The largest mean of a positive function of the cells. O(cells), about ten steps. */
  double of(double... f) {
    double largest = 0;
    for (double value : f) {
      largest = Math.max(largest, value);
    }
    double low = LOW + Math.log(largest);
    double high = HIGH + Math.log(largest);
    double at = Math.log(largest);
    // KL + slope (newton) of log m, kept within the bracket; low keeps KL above, so errs upwards.
    while (high - low > PRECISION) {
      Point point = new Point(f, largest, Math.exp(at));
      double excess = point.divergence - divergence;
      if (excess > 0) {
        low = at;
      } else {
        high = at;
      }
      double next = at - excess / point.slope;
      // A Newton step that hardly moves is nudged beyond the root, to close the bracket.
      next += Math.copySign(PRECISION / 4, next - at);
      at = next > low && next < high ? next : (low + high) / 2;
    }
    return new Point(f, largest, Math.exp(low)).mean;
  }

  private final class Point {
    final double divergence;
    final double slope;
    final double mean;

    Point(double[] f, double largest, double m) {
      double logs = 0;
      double first = 0;
      double second = 0;
      double weighted = 0;
      for (int c = 0; c < f.length; c++) {
        double distance = largest - f[c] + m;
        double weight = empirical[c] / distance;
        logs += empirical[c] * Math.log(distance);
        first += weight;
        second += weight / distance;
        weighted += weight * f[c];
      }
      this.divergence = logs + Math.log(first);
      this.slope = m * (first - second / first);
      this.mean = weighted / first;
    }
  }
}
