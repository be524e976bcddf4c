package io.evenkeel.app.verdict;

import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.moments.BlockSkce;
import io.evenkeel.core.moments.Sketch;
import java.util.Optional;

/**
 * The tests of a window.
 *
 * @param skce the block-2 estimate; none without a pair
 * @param skceTest its test
 * @param cmeTest the CME test; none without a label under a profile
 */
record Tests(
    Optional<BlockSkce> skce, Optional<TestResult> skceTest, Optional<TestResult> cmeTest) {
  private static final int TESTS = 2;

  static Tests of(Sketch sketch) {
    Optional<BlockSkce> skce = sketch.blockSkce().filter(estimate -> estimate.blocks() > 0);
    return new Tests(
        skce,
        skce.map(BlockSkceTest.withDefaults()::test),
        sketch.cme().filter(cme -> cme.n() > 0).map(CmeTest.withDefaults()::test));
  }

  /**
   * The smallest p-value times two, the number of tests, at most 1 (Bonferroni); 1 without a test.
   */
  double correctedPValue() {
    double least =
        Math.min(
            skceTest.map(TestResult::pValue).orElse(1.0),
            cmeTest.map(TestResult::pValue).orElse(1.0));
    return Math.min(1, TESTS * least);
  }
}
