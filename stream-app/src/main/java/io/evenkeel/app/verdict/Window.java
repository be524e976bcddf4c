package io.evenkeel.app.verdict;

import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.recalibration.Tolerance;
import java.util.Optional;

/**
 * What is known of one window of one series.
 *
 * @param series the series
 * @param start start, inclusive, milliseconds since 1970
 * @param end end, exclusive, milliseconds since 1970
 * @param predictions predictions made in it
 * @param late labels that came too late to count
 * @param sketch the sums over its labelled predictions
 * @param levels the evidence of the series up to its end
 * @param drift what its predictions say without their targets
 * @param quadratic the statistics of a sample; empty until the window is final
 * @param relearned the sums over that sample, made with a profile that was learned from its
 *     predictions; empty unless the window is final and {@linkplain Drift#isOutOfSight out of
 *     sight} of the profile of the series
 * @param provenance what the verdict on it rests on
 * @param noWorse what is no worse than in the reference; empty up to its end
 * @param expected the scores that are expected of it; empty once it is final
 */
public record Window(
    SeriesKey series,
    long start,
    long end,
    long predictions,
    long late,
    Sketch sketch,
    EvidenceLevels levels,
    Drift drift,
    Optional<Quadratic> quadratic,
    Optional<Sketch> relearned,
    Provenance provenance,
    Optional<Tolerance> noWorse,
    Optional<Foretold> expected) {

  /**
   * The sums that show, by test locations that see the predictions, whether and where it is wrong.
   */
  Sketch located() {
    return relearned.orElse(sketch);
  }
}
