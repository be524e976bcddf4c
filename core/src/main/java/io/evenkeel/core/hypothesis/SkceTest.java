package io.evenkeel.core.hypothesis;

import io.evenkeel.core.calibration.Skce;
import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSampler;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The test of calibration from the quadratic estimates of the SKCE, of a sample in memory.
 *
 * <p>Assumes observations that are independent given their predictions. Degenerate, with p = 1, for
 * fewer than two observations. Source: Widmann, Lindsten, Zachariah, <i>Calibration tests beyond
 * classification</i>, ICLR 2021, remark B.2.
 */
public final class SkceTest {
  private static final int DEFAULT_REPLICATES = 999;

  private final Method method;
  private final int replicates;

  /** Where the p-value comes from. */
  public enum Method {
    /** Targets redrawn from the predictions: exact for every n. O(Rn²). */
    EXACT,
    /**
     * {@linkplain DegenerateUStatistic#wildBootstrap(int, UniformRandomProvider) Random signs};
     * near its level. O(n²), with at least as many replicates as asked for.
     */
    WILD_BOOTSTRAP,
    /** {@linkplain DegenerateUStatistic#bootstrap Resampled indices}; conservative. O(Rn²). */
    BOOTSTRAP,
    /**
     * Observations resampled with replacement, and their targets redrawn from the predictions.
     * Repeated predictions make it no exact test: it rejects too often or too seldom for small n.
     * O(Rn²). (Bröcker and Smith 2007, doi:10.1175/WAF993.1.)
     */
    CONSISTENCY_RESAMPLING,
    /** A {@linkplain GammaApproximation gamma law} of the biased estimate. O(n²). */
    GAMMA,
    /** The {@linkplain SpectralTest spectrum} of H; conservative. O(n³). */
    SPECTRAL
  }

  private SkceTest(Method method, int replicates) {
    this.method = method;
    this.replicates = replicates;
  }

  /** The exact test with 999 replicates. */
  public static SkceTest withDefaults() {
    return new SkceTest(Method.EXACT, DEFAULT_REPLICATES);
  }

  /** This test with another source of p-values. */
  public SkceTest with(Method method) {
    return new SkceTest(method, replicates);
  }

  /**
   * This test with R &ge; 1 replicates, the least p-value being 1 / (R + 1). Random signs are at
   * least as many: one less than the next power of two above R and n − 1.
   */
  public SkceTest withReplicates(int replicates) {
    return new SkceTest(method, Checks.atLeast("number of replicates", replicates, 1));
  }

  /**
   * Tests a sample.
   *
   * @param random the source of the replicates; not used without them
   */
  public TestResult test(TensorKernel kernel, Observations sample, UniformRandomProvider random) {
    int n = sample.size();
    if (n < 2) {
      return TestResult.degenerate(Double.NaN, n);
    }
    return switch (method) {
      case EXACT ->
          result(new RedrawnTargets(kernel, sample).replicates(redrawn(sample, random)), n);
      case WILD_BOOTSTRAP ->
          result(new DegenerateUStatistic(kernel, sample).wildBootstrap(replicates, random), n);
      case BOOTSTRAP ->
          result(new DegenerateUStatistic(kernel, sample).bootstrap(indices(n, random)), n);
      case CONSISTENCY_RESAMPLING -> result(consistent(kernel, sample, random), n);
      case GAMMA -> {
        GammaApproximation gamma = GammaApproximation.of(kernel, sample);
        yield new TestResult(gamma.statistic(), gamma.pValue(), 1, n, !(gamma.variance() > 0));
      }
      case SPECTRAL -> {
        SpectralTest spectral = SpectralTest.of(kernel, sample);
        boolean zero = spectral.eigenvalues()[0] == 0;
        yield new TestResult(spectral.statistic(), spectral.pValue(), 1, n, zero);
      }
    };
  }

  private static TestResult result(Replicates replicates, int n) {
    return new TestResult(replicates.statistic(), replicates.pValue(), 1, n, false);
  }

  private List<List<Target>> redrawn(Observations sample, UniformRandomProvider random) {
    TargetSampler sampler = new TargetSampler(random);
    List<List<Target>> redrawn = new ArrayList<>();
    for (int r = 0; r < replicates; r++) {
      List<Target> targets = new ArrayList<>();
      for (PredictiveDistribution p : sample.predictions()) {
        targets.add(sampler.draw(p));
      }
      redrawn.add(targets);
    }
    return redrawn;
  }

  private Replicates consistent(
      TensorKernel kernel, Observations sample, UniformRandomProvider random) {
    int n = sample.size();
    Skce skce = new Skce(kernel);
    TargetSampler sampler = new TargetSampler(random);
    double[] values = new double[replicates];
    for (int r = 0; r < replicates; r++) {
      List<PredictiveDistribution> predictions = new ArrayList<>();
      List<Target> targets = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        PredictiveDistribution p = sample.prediction(random.nextInt(n));
        predictions.add(p);
        targets.add(sampler.draw(p));
      }
      values[r] = n * skce.unbiased(Observations.of(predictions, targets));
    }
    return new Replicates(n * skce.unbiased(sample), values);
  }

  private int[][] indices(int n, UniformRandomProvider random) {
    int[][] indices = new int[replicates][n];
    for (int[] resample : indices) {
      for (int i = 0; i < n; i++) {
        resample[i] = random.nextInt(n);
      }
    }
    return indices;
  }
}
