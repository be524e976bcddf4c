package io.evenkeel.core.hypothesis;

import io.evenkeel.core.calibration.ResidualRows;
import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The unbiased estimate U of the SKCE as a statistic nU of n &ge; 2 observations, with ways to
 * resample it under calibration. Under calibration U is degenerate: the law of nU has a limit, that
 * of Σ λ_i (Z_i² − 1) with the eigenvalues λ of the kernel h.
 *
 * <p>The matrix H of all h_ij is made piece by piece and never stored. R replicates cost O(n²R)
 * time and O(nR) memory unless it says otherwise, and use the common fork-join pool; they do not
 * depend on the number of threads.
 */
public final class DegenerateUStatistic {
  private final Skce skce;
  private final Observations sample;
  private final ResidualRows h;
  private final int n;

  /** The statistic of a sample of n &ge; 2 observations. */
  public DegenerateUStatistic(TensorKernel kernel, Observations sample) {
    this.n = Checks.atLeast("number of observations", sample.size(), 2);
    this.skce = new Skce(kernel);
    this.sample = sample;
    this.h = ResidualRows.of(kernel, sample);
  }

  /** nU = Σ<sub>i ≠ j</sub> h_ij / (n − 1). */
  public double value() {
    return n * skce.unbiased(sample);
  }

  /**
   * The bootstrap of a degenerate statistic: each replicate takes the double sum over a resample of
   * the indices, of H with row and column means removed; an index drawn twice contributes its
   * diagonal entry. Conservative where the diagonal dominates. (Arcones and Giné 1992,
   * doi:10.1214/aos/1176348650; Widmann et al. 2021, remark B.2.)
   *
   * @param resamples for each replicate, n indices in [0, n)
   */
  public Replicates bootstrap(int[][] resamples) {
    // If index i is drawn c_i times, the double sum is cᵀH̃c − Σ c_i h̃_ii with H̃ = QHQ, where Q
    // removes means; and Qc = c − 1, since the c_i sum to n.
    double[][] excess = excessCounts(resamples);
    double[] forms = QuadraticForms.of(h, n, resamples.length, i -> excess[i]);
    double[] values = new double[resamples.length];
    double[] diagonal = IntStream.range(0, n).mapToDouble(i -> h.sum(i, i, i + 1)).toArray();
    double[] means =
        IntStream.range(0, n).parallel().mapToDouble(i -> h.sum(i, 0, n) / n).toArray();
    double grand = IntStream.range(0, n).mapToDouble(i -> means[i] / n).sum();
    for (int i = 0; i < n; i++) {
      double centred = diagonal[i] - 2 * means[i] + grand;
      for (int r = 0; r < values.length; r++) {
        double e = excess[i][r];
        values[r] += e * e * diagonal[i] - (e + 1) * centred;
      }
    }
    for (int r = 0; r < values.length; r++) {
      values[r] = (values[r] + 2 * forms[r]) / (n - 1);
    }
    return new Replicates(value(), values);
  }

  /** For each observation, by how much more than once it is in each resample. */
  private double[][] excessCounts(int[][] resamples) {
    double[][] excess = new double[n][resamples.length];
    for (double[] ofOne : excess) {
      Arrays.fill(ofOne, -1);
    }
    for (int r = 0; r < resamples.length; r++) {
      Checks.sameLength("resample", resamples[r].length, "sample", n);
      for (int i : resamples[r]) {
        excess[i][r]++;
      }
    }
    return excess;
  }

  /**
   * The wild bootstrap: each replicate is Σ<sub>i ≠ j</sub> ε_i ε_j h_ij / (n − 1).
   *
   * @param multipliers for each of the n observations, its ε in each of R &ge; 1 replicates
   */
  public Replicates wildBootstrap(double[][] multipliers) {
    Checks.sameLength("multipliers", multipliers.length, "sample", n);
    double[] forms = QuadraticForms.of(h, n, multipliers[0].length, i -> multipliers[i]);
    return new Replicates(value(), scaled(forms));
  }

  /**
   * The wild bootstrap with random signs that are a group ({@link WalshSigns}), for which one pass
   * over H makes all replicates: O(n²) whatever their number. Near its level from n = 16; it cannot
   * reject below n of about 6.
   *
   * @param least the least number of replicates; there is one less than the next power of two above
   *     it and n − 1
   */
  public Replicates wildBootstrap(int least, UniformRandomProvider random) {
    Checks.atLeast("number of replicates", least, 1);
    double[] values = scaled(WalshSigns.random(n, Math.addExact(least, 1), random).forms(h));
    return new Replicates(values[0], Arrays.copyOfRange(values, 1, values.length));
  }

  private double[] scaled(double[] forms) {
    return Arrays.stream(forms).map(form -> 2 * form / (n - 1)).toArray();
  }
}
