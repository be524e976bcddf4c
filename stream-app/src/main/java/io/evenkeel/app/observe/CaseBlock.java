package io.evenkeel.app.observe;

import io.evenkeel.core.drift.DriftPlan;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a case that belongs to several series adds to the block of a {@link DriftPlan}, found once
 * for all of them: mutable. As {@link CaseSums} for sketches.
 */
final class CaseBlock {
  private double[] sums = {};
  private @Nullable Object last;
  private @Nullable DriftPlan lastPlan;

  /**
   * Adds a case to a block.
   *
   * @param one the same object for all series of the case
   * @param adding adds the case to a block
   */
  @SuppressWarnings("ReferenceEquality") // the same case, and not one that is equal
  void add(double[] block, DriftPlan plan, Object one, Consumer<double[]> adding) {
    if (one != last || plan != lastPlan) {
      last = null;
      sums = block.length == sums.length ? sums : new double[block.length];
      Arrays.fill(sums, 0);
      adding.accept(sums);
      last = one;
      lastPlan = plan;
    }
    for (int i = 0; i < block.length; i++) {
      block[i] += sums[i];
    }
  }
}
