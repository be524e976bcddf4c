package io.evenkeel.app.judge;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.Rule;
import io.evenkeel.app.verdict.BudgetShare;
import io.evenkeel.core.evidence.Overlap;
import io.evenkeel.schemas.Alert;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a look must know that is not of the series alone.
 *
 * @param fixed what all windows may be compared with; null without a profile
 * @param budgetShare the false alarms that the series may raise, by event time
 * @param segments to be compared with a whole model; null if they are not to be
 * @param open the newest event of the alert of a rule; null if none is open
 * @param reached where the last look came to; null if that is not known
 * @param backoff which provisional verdicts wait
 */
record Known(
    DriftReference.@Nullable Fixed fixed,
    LongFunction<BudgetShare> budgetShare,
    @Nullable SegmentComparison segments,
    Function<Rule, @Nullable Alert> open,
    MonitorWalk.@Nullable Reached reached,
    Backoff backoff) {

  /**
   * Natural logarithm of the evidence that is a fault, by the start of a pane in milliseconds since
   * 1970; infinite where the rule may raise no false alarm.
   */
  LongToDoubleFunction logThreshold(ModelSettings settings) {
    double share = settings.alert().rules().share(Rule.MISCALIBRATION);
    Overlap overlap = settings.overlap();
    return share == 0
        ? start -> Double.POSITIVE_INFINITY
        : start -> overlap.logThreshold(budgetShare.apply(start).share(share).logThreshold());
  }
}
