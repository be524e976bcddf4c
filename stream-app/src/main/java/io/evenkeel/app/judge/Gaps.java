package io.evenkeel.app.judge;

import io.evenkeel.schemas.internal.Gap;
import io.evenkeel.schemas.internal.SeriesState;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * How often a series is predicted for: the two longest gaps between its predictions of late.
 *
 * <p>The usual gap is the shorter of the two, so that one outage is not taken for a habit. A gap is
 * remembered for ten times as long as it lasted: nights for days, weekends for weeks.
 */
final class Gaps {
  private static final int KEPT = 2;
  private static final int LIFETIMES = 10;

  private Gaps() {}

  /**
   * Notes in the state of a series that the pane that ends at the time had predictions.
   *
   * @param length of a pane, milliseconds
   */
  static SeriesState note(SeriesState state, long end, long length) {
    long before = state.getPredictedThrough();
    long gap = end - length - before;
    boolean none = before == 0 || gap <= 0;
    return SeriesState.newBuilder(state)
        .setPredictedThrough(end)
        .setGaps(none ? state.getGaps() : with(state.getGaps(), new Gap(gap, end - length)))
        .build();
  }

  /**
   * What to remember after another gap.
   *
   * @param gap longer than 0
   */
  static List<Gap> with(List<Gap> gaps, Gap gap) {
    return Stream.concat(gaps.stream().filter(known -> isOfLate(known, gap)), Stream.of(gap))
        .sorted(Comparator.comparingLong(Gap::getLength).reversed())
        .limit(KEPT)
        .toList();
  }

  private static boolean isOfLate(Gap known, Gap newest) {
    return newest.getEndedAt() - known.getEndedAt() <= LIFETIMES * known.getLength();
  }

  /** The usual gap, milliseconds; 0 while no two are known. */
  static long usual(List<Gap> gaps) {
    return gaps.size() < KEPT ? 0 : gaps.get(KEPT - 1).getLength();
  }
}
