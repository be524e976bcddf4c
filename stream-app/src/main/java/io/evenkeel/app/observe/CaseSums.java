package io.evenkeel.app.observe;

import io.evenkeel.app.state.Labelled;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sums of a case that belongs to several series, made once for all of them: mutable. Whoever
 * counts the case again, as after a restart, does the same: a sum that the case itself is added to
 * in two steps may differ in its last digit.
 */
final class CaseSums {
  /** A sketch takes some 20 KB, and more plans would have theirs made anew for each case. */
  private static final int MOST = 500;

  private final Map<SketchPlan, OfPlan> all = new HashMap<>();

  /** The sums of the case that was counted last with a plan: mutable. */
  private static final class OfPlan {
    private final Sketch sums;
    private @Nullable Labelled last;

    OfPlan(SketchPlan plan) {
      sums = plan.empty();
    }

    @SuppressWarnings("ReferenceEquality") // the same case, and not one that is equal
    Sketch of(Labelled seen) {
      if (seen != last) {
        last = null;
        sums.clear();
        seen.add(sums);
        last = seen;
      }
      return sums;
    }
  }

  /** The sums of a case, until the next one is asked for. */
  Sketch of(SketchPlan plan, Labelled seen) {
    if (all.size() >= MOST && !all.containsKey(plan)) {
      all.clear();
    }
    return all.computeIfAbsent(plan, OfPlan::new).of(seen);
  }
}
