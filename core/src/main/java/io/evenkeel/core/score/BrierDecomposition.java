package io.evenkeel.core.score;

import java.util.List;

/**
 * The Brier score (p − 1{event})² of a binary event, in parts: reliability − resolution +
 * uncertainty. With the bins k of a reliability diagram, their counts n_k, mean confidences c_k and
 * frequencies o_k, and the frequency o of the event among all n:
 *
 * <ul>
 *   <li>reliability Σ n_k/n (c_k − o_k)², 0 if calibrated: the calibration error, smaller is
 *       better;
 *   <li>resolution Σ n_k/n (o_k − o)²: how far the frequencies in the bins are from the overall
 *       one, larger is better;
 *   <li>uncertainty o (1 − o): the score of predicting o always. Uncertainty − resolution is the
 *       refinement.
 * </ul>
 *
 * <p>Their sum is the Brier score of predicting c_k throughout bin k; that of the predictions
 * themselves differs by what they vary within bins, which vanishes with the width of the bins. The
 * Brier score of two classes by {@link BrierScore} counts both and is twice this one.
 *
 * <p>As they stand reliability and resolution are biased upwards, by about o_k(1 − o_k)/n for each
 * bin, and uncertainty is biased downwards by o(1 − o)/n; see {@link #debiased}. NaN without
 * predictions.
 *
 * <p>Source: Murphy 1973, doi:10.1175/1520-0450(1973)012&lt;0595:ANVPOT&gt;2.0.CO;2.
 *
 * @param n the number of predictions
 * @param reliability the calibration error
 * @param resolution the spread of the frequencies
 * @param uncertainty the variance of the event
 */
public record BrierDecomposition(
    long n, double reliability, double resolution, double uncertainty) {

  /**
   * The decomposition over the bins of a reliability diagram; those without predictions count not.
   */
  public static BrierDecomposition of(List<ReliabilityBin> bins) {
    long n = count(bins);
    double frequency = frequency(bins);
    double reliability = 0;
    double resolution = 0;
    for (ReliabilityBin bin : bins) {
      if (bin.count() > 0) {
        reliability += bin.count() * square(bin.confidence() - bin.frequency());
        resolution += bin.count() * square(bin.frequency() - frequency);
      }
    }
    return new BrierDecomposition(n, reliability / n, resolution / n, frequency * (1 - frequency));
  }

  /**
   * The decomposition with the same sum, and the bias of its parts removed: o_k(1 − o_k)/(n_k − 1)
   * is taken from both terms of each bin, o(1 − o)/(n − 1) is added to resolution and uncertainty.
   * Reliability and resolution may be negative then.
   *
   * <p>What is left of the bias, for independent rows, is uncertainty: none; the others: what bins
   * of one prediction add, which keep their terms as they are, and what the confidences vary within
   * bins.
   *
   * <p>Source: Ferro and Fricker 2012, doi:10.1002/qj.1924.
   */
  public static BrierDecomposition debiased(List<ReliabilityBin> bins) {
    BrierDecomposition plain = of(bins);
    double noise = 0;
    for (ReliabilityBin bin : bins) {
      if (bin.count() > 1) {
        double variance = bin.frequency() * (1 - bin.frequency());
        noise += bin.count() * variance / (bin.count() - 1);
      }
    }
    noise /= plain.n;
    double ofMean = plain.n > 1 ? plain.uncertainty / (plain.n - 1) : 0;
    return new BrierDecomposition(
        plain.n,
        plain.reliability - noise,
        plain.resolution - noise + ofMean,
        plain.uncertainty + ofMean);
  }

  /** Reliability − resolution + uncertainty. */
  public double score() {
    return reliability - resolution + uncertainty;
  }

  /** Uncertainty − resolution: what would be left of the score of a calibrated model. */
  public double refinement() {
    return uncertainty - resolution;
  }

  private static long count(List<ReliabilityBin> bins) {
    return bins.stream().mapToLong(ReliabilityBin::count).sum();
  }

  private static double frequency(List<ReliabilityBin> bins) {
    double hits = 0;
    for (ReliabilityBin bin : bins) {
      hits += bin.count() > 0 ? bin.count() * bin.frequency() : 0;
    }
    return hits / count(bins);
  }

  private static double square(double x) {
    return x * x;
  }
}
