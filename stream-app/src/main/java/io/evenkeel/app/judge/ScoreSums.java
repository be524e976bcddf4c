package io.evenkeel.app.judge;

import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.moments.ExpectedScoreMoments;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The sums from which the scores of predictions are foretold before their labels come. Its arrays
 * are not copied.
 *
 * @param moments whose sums they are
 * @param forecasts those of all predictions, {@code moments.forecastLength()}
 * @param labelled those of the predictions with a label, {@code moments.length()}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ScoreSums(ExpectedScoreMoments moments, double[] forecasts, double[] labelled) {

  /** Those of a block of a plan; null if scores of such targets are not foretold. */
  static @Nullable ScoreSums of(DriftPlan plan, double[] block) {
    return plan.scores()
        .map(moments -> new ScoreSums(moments, plan.forecastSums(block), plan.labelledSums(block)))
        .orElse(null);
  }

  /** Those of all of these panes; null if there are none. */
  static @Nullable ScoreSums of(Collection<MergedPane> panes) {
    ScoreSums sum = null;
    for (MergedPane pane : panes) {
      sum = plus(sum, pane.scores());
    }
    return sum;
  }

  /** Both together; null if there are none. */
  static @Nullable ScoreSums plus(@Nullable ScoreSums one, @Nullable ScoreSums other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return new ScoreSums(
        one.moments, plus(one.forecasts, other.forecasts), plus(one.labelled, other.labelled));
  }

  /** Whether any of the predictions has a label. */
  boolean areLabelled() {
    return Arrays.stream(moments.count(labelled, 0)).sum() > 0;
  }

  private static double[] plus(double[] one, double[] other) {
    double[] sum = one.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other[i];
    }
    return sum;
  }
}
