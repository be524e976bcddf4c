package io.evenkeel.core.hypothesis;

import io.evenkeel.core.calibration.ResidualRange;
import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * The test of calibration by a bound on the chance of so large an estimate of the SKCE: valid for
 * every n and all predictions, and far from powerful. One sample is tested once: to look again as
 * it grows is another test.
 *
 * <p>Assumes targets that are independent given their predictions, and a target kernel k_Y &ge; 0
 * whose k_Y(y, y) is the same κ for all y. With K the largest k_P(p_i, p_i), |h| &le; 2Kκ, half of
 * what the general bound of the sources gives. One-sided: p = 1 for an estimate at or below its
 * mean. Degenerate, with p = 1, for fewer than two observations. (For classes: Widmann, Lindsten,
 * Zachariah 2019, arXiv:1910.11385.)
 */
public final class DistributionFreeTest {
  private final Estimate estimate;

  /** Which estimate of the SKCE is bounded. */
  public enum Estimate {
    /**
     * The biased one V, by McDiarmid's inequality for √V: redrawing target i moves it by at most
     * √(2κ k_P(p_i, p_i)) / n, so p = exp(−n² (√V − √E₀V)² / Σ κ k_P(p_i, p_i)) with E₀V, its mean
     * given the predictions if they are calibrated, in closed form. O(n²).
     */
    BIASED,
    /** The unbiased one U, by Hoeffding's inequality: p = exp(−⌊n/2⌋ U² / (8K²κ²)). O(n²). */
    UNBIASED,
    /**
     * That of blocks of two, by Hoeffding's inequality with the {@linkplain ResidualRange range [l,
     * u]} that h of each pair has given its predictions: p = exp(−2 (Σh)² / Σ(u − l)²). O(n).
     */
    BLOCK
  }

  private DistributionFreeTest(Estimate estimate) {
    this.estimate = estimate;
  }

  /** The test with the biased estimate, the most powerful one. */
  public static DistributionFreeTest withDefaults() {
    return new DistributionFreeTest(Estimate.BIASED);
  }

  /** This test with another estimate. */
  public DistributionFreeTest with(Estimate estimate) {
    return new DistributionFreeTest(estimate);
  }

  /** Tests a sample; the statistic is the estimate. */
  public TestResult test(TensorKernel kernel, Observations sample) {
    int n = sample.size();
    if (n < 2) {
      return TestResult.degenerate(Double.NaN, n);
    }
    return switch (estimate) {
      case BIASED -> biased(kernel, sample);
      case UNBIASED -> unbiased(kernel, sample);
      case BLOCK -> block(kernel, sample);
    };
  }

  private static TestResult biased(TensorKernel kernel, Observations sample) {
    double n = sample.size();
    double mean = 0;
    double moves = 0;
    for (int i = 0; i < sample.size(); i++) {
      PredictiveDistribution p = sample.prediction(i);
      double self = kernel.predictions().apply(p, p);
      double kappa = kappa(kernel, sample.target(i));
      mean += self * (kappa - kernel.targets().expectation(p, p)) / (n * n);
      moves += self * kappa / (n * n);
    }
    double v = new Skce(kernel).biased(sample);
    double above = Math.sqrt(Math.max(v, 0)) - Math.sqrt(Math.max(mean, 0));
    return result(v, above, moves, sample.size());
  }

  private static TestResult unbiased(TensorKernel kernel, Observations sample) {
    double bound = 0;
    for (int i = 0; i < sample.size(); i++) {
      PredictiveDistribution p = sample.prediction(i);
      double self = kernel.predictions().apply(p, p);
      bound = Math.max(bound, self * kappa(kernel, sample.target(i)));
    }
    int pairs = sample.size() / 2;
    double u = new Skce(kernel).unbiased(sample);
    return result(u, u, 8 * bound * bound / pairs, sample.size());
  }

  private static TestResult block(TensorKernel kernel, Observations sample) {
    int pairs = sample.size() / 2;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i + 1 < sample.size(); i += 2) {
      PredictiveDistribution p = sample.prediction(i);
      PredictiveDistribution q = sample.prediction(i + 1);
      double k = kernel.predictions().apply(p, q);
      ResidualRange range = ResidualRange.of(kernel.targets(), p, q);
      double width = k * (range.upper() - range.lower());
      sum += k * kernel.targets().residual(p, sample.target(i), q, sample.target(i + 1));
      squares += width * width;
    }
    return result(sum / pairs, sum, squares / 2, pairs);
  }

  /** p = exp(−above² / scale). */
  private static TestResult result(double statistic, double above, double scale, long n) {
    if (!(scale > 0)) {
      return TestResult.degenerate(statistic, n);
    }
    double excess = Math.max(above, 0);
    return new TestResult(statistic, Math.exp(-excess * excess / scale), 1, n, false);
  }

  private static double kappa(TensorKernel kernel, Target y) {
    return kernel.targets().apply(y, y);
  }
}
