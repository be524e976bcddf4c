package io.evenkeel.core.simulation;

import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.DistributionFreeTest;
import io.evenkeel.core.hypothesis.SkceTest;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.profile.Profile;
import org.apache.commons.rng.simple.RandomSource;

/** Every test of calibration, with every option. */
@SuppressWarnings("ImmutableEnumChecker") // the tests that the runners hold are immutable
public enum TestOfCalibration {
  BLOCK_2_NULL(block(BlockSkceTest.Variance.NULL)),
  BLOCK_2_EMPIRICAL(block(BlockSkceTest.Variance.EMPIRICAL)),
  BLOCK_2_EMPIRICAL_T(block(BlockSkceTest.Variance.EMPIRICAL_T)),
  BLOCK_2_SECOND_MOMENT(block(BlockSkceTest.Variance.SECOND_MOMENT)),
  BLOCK_ROOT_NULL(growing(BlockSkceTest.Variance.NULL)),
  BLOCK_ROOT_EMPIRICAL(growing(BlockSkceTest.Variance.EMPIRICAL)),
  BLOCK_ROOT_EMPIRICAL_T(growing(BlockSkceTest.Variance.EMPIRICAL_T)),
  BLOCK_ROOT_SECOND_MOMENT(growing(BlockSkceTest.Variance.SECOND_MOMENT)),
  EXACT(skce(SkceTest.Method.EXACT)),
  WILD_BOOTSTRAP(skce(SkceTest.Method.WILD_BOOTSTRAP)),
  BOOTSTRAP(skce(SkceTest.Method.BOOTSTRAP)),
  CONSISTENCY_RESAMPLING(skce(SkceTest.Method.CONSISTENCY_RESAMPLING)),
  GAMMA(skce(SkceTest.Method.GAMMA)),
  SPECTRAL(skce(SkceTest.Method.SPECTRAL)),
  BOUND_BIASED(bound(DistributionFreeTest.Estimate.BIASED)),
  BOUND_UNBIASED(bound(DistributionFreeTest.Estimate.UNBIASED)),
  BOUND_BLOCK(bound(DistributionFreeTest.Estimate.BLOCK)),
  CME_NULL(cme(CmeTest.withDefaults())),
  CME_F(cme(CmeTest.withDefaults().with(CmeTest.Covariance.EMPIRICAL))),
  CME_CHI_SQUARED(cme(CmeTest.withDefaults().with(CmeTest.Covariance.EMPIRICAL_CHI_SQUARED))),
  /** As published: all eigenvalues of the empirical covariance are trusted. */
  CME_PUBLISHED(
      cme(
          CmeTest.withDefaults()
              .with(CmeTest.Covariance.EMPIRICAL_CHI_SQUARED)
              .withTolerance(1e-10)));

  private final Runner runner;

  @FunctionalInterface
  private interface Runner {
    TestResult run(Profile profile, Observations sample, int replicates, long seed);
  }

  TestOfCalibration(Runner runner) {
    this.runner = runner;
  }

  /** Tests a sample; replicates and seed are for the tests that resample. */
  public TestResult test(Profile profile, Observations sample, int replicates, long seed) {
    return runner.run(profile, sample, replicates, seed);
  }

  /** Whether the p-value is a share of replicates. */
  public boolean resamples() {
    return this == EXACT
        || this == WILD_BOOTSTRAP
        || this == BOOTSTRAP
        || this == CONSISTENCY_RESAMPLING;
  }

  /** Whether a replicate costs as much as the statistic and its sample. */
  public boolean remakesSamples() {
    return this == EXACT || this == CONSISTENCY_RESAMPLING;
  }

  private static Runner block(BlockSkceTest.Variance variance) {
    BlockSkceTest test = BlockSkceTest.withDefaults().with(variance);
    return (profile, sample, replicates, seed) -> test.test(profile.kernel(), sample);
  }

  private static Runner growing(BlockSkceTest.Variance variance) {
    BlockSkceTest test = BlockSkceTest.withDefaults().with(variance).withGrowingBlocks();
    return (profile, sample, replicates, seed) -> test.test(profile.kernel(), sample);
  }

  private static Runner skce(SkceTest.Method method) {
    SkceTest test = SkceTest.withDefaults().with(method);
    return (profile, sample, replicates, seed) ->
        test.withReplicates(replicates)
            .test(profile.kernel(), sample, RandomSource.XO_RO_SHI_RO_128_PP.create(seed));
  }

  private static Runner bound(DistributionFreeTest.Estimate estimate) {
    DistributionFreeTest test = DistributionFreeTest.withDefaults().with(estimate);
    return (profile, sample, replicates, seed) -> test.test(profile.kernel(), sample);
  }

  private static Runner cme(CmeTest test) {
    return (profile, sample, replicates, seed) ->
        test.test(profile.kernel(), profile.locations(), sample);
  }
}
