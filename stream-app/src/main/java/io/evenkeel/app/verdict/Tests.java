package io.evenkeel.app.verdict;

import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.NeighbourTest;
import io.evenkeel.core.hypothesis.NoncentralChiSquared;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.moments.BlockSkce;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.schemas.VerdictTests;
import java.util.Optional;

/**
 * The tests of a window.
 *
 * @param space of the targets
 * @param skce the block-2 estimate; none without a pair
 * @param skceTest its test
 * @param cmeTest the CME test; none without a label under a profile
 * @param isRelearned whether its test locations were learned from the window, and not before it
 * @param neighbourTest whether neighbours depend on each other given their predictions; none until
 *     the window is final
 */
record Tests(
    TargetSpace space,
    Optional<BlockSkce> skce,
    Optional<TestResult> skceTest,
    Optional<TestResult> cmeTest,
    boolean isRelearned,
    Optional<TestResult> neighbourTest) {
  private static final int TESTS = 2;

  static Tests of(Window window) {
    Sketch sketch = window.sketch();
    Optional<BlockSkce> skce = sketch.blockSkce().filter(estimate -> estimate.blocks() > 0);
    return new Tests(
        sketch.plan().space(),
        skce,
        skce.map(BlockSkceTest.withDefaults()::test),
        window.located().cme().filter(cme -> cme.n() > 0).map(CmeTest.withDefaults()::test),
        window.relearned().isPresent(),
        skce.flatMap(
            neighbours ->
                window.quadratic().map(all -> NeighbourTest.test(neighbours, all.alike()))));
  }

  /** The group of a verdict that says them. */
  VerdictTests group(double alpha) {
    VerdictTests.Builder group = VerdictTests.newBuilder().setAlpha(alpha);
    if (skce.isPresent() && skceTest.isPresent()) {
      BlockSkce estimate = skce.get();
      group
          .setSkce(estimate.estimate())
          .setSkceStandardError(Math.sqrt(estimate.nullVariance() / estimate.blocks()))
          .setSkcePValue(skceTest.get().pValue());
    }
    if (cmeTest.isPresent()) {
      TestResult cme = cmeTest.get();
      group.setCmeStatistic(cme.statistic()).setCmeRank(cme.rank()).setCmePValue(cme.pValue());
    }
    return group.build();
  }

  /** Whether neighbours depend on each other, at the level; none where that is not known. */
  Optional<Boolean> neighboursDepend(double alpha) {
    return neighbourTest.filter(test -> !test.degenerate()).map(test -> test.rejects(alpha));
  }

  /**
   * The smallest p-value times two, the number of tests, at most 1 (Bonferroni); 1 without a test.
   *
   * @param tolerance the hypothesis: of nothing it is calibration, else a mean embedding and a SKCE
   *     within the bounds; what was found at the test locations of a reference is no bound for
   *     others
   */
  double correctedPValue(Tolerance tolerance) {
    double noncentrality = tolerance.noncentrality(space);
    double cme =
        cmeTest
            .filter(test -> !test.degenerate() && !(isRelearned && tolerance.isRelative()))
            .map(
                test ->
                    NoncentralChiSquared.survival(
                        test.rank(), noncentrality * test.n(), test.statistic()))
            .orElse(1.0);
    double block =
        skce.map(estimate -> BlockSkceTest.withDefaults().test(estimate, tolerance.skce(space)))
            .map(TestResult::pValue)
            .orElse(1.0);
    return Math.min(1, TESTS * Math.min(cme, block));
  }
}
