package io.evenkeel.app.verdict;

import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.sequential.Evidence;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** How the e-value of the recalibration evidence of a window is read. */
public final class WindowEvidence {
  /**
   * So many targets with a predicted probability of zero are taken at their word. Fewer may be
   * probabilities that were rounded to zero, and must not wake anybody.
   */
  public static final int IMPOSSIBLE_TAKEN_AT_THEIR_WORD = 3;

  private WindowEvidence() {}

  /** Whether enough targets were held impossible. */
  static boolean isRefuted(Evidence evidence) {
    return evidence.impossible() >= IMPOSSIBLE_TAKEN_AT_THEIR_WORD;
  }

  /** The natural logarithm of the e-value, +∞ once enough targets were held impossible. */
  public static double logE(Evidence evidence) {
    return logE(evidence, Tolerance.within(0));
  }

  /** The same against every miscalibration within the tolerance. */
  public static double logE(Evidence evidence, Tolerance tolerance) {
    return isRefuted(evidence) ? Double.POSITIVE_INFINITY : evidence.logEValueBeyond(tolerance);
  }

  /**
   * The evidence that rejects calibration at the level, and so may name what is wrong: that of the
   * window, else that of the fault that is open, else that of the series.
   */
  static Optional<Evidence> rejecting(Window window, double alpha) {
    Tolerance nothing = Tolerance.within(0);
    Evidence series = window.standing().evidence();
    return Stream.of(
            Stream.of(window.sketch().evidence()).filter(e -> rejects(e, nothing, alpha)),
            window.standing().fault().stream().map(Fault::evidence),
            Stream.of(series).filter(e -> rejects(e, nothing, alpha)))
        .flatMap(Function.identity())
        .findFirst();
  }

  /** Whether the e-value beyond the tolerance rejects at the level. */
  public static boolean rejects(Evidence evidence, Tolerance tolerance, double alpha) {
    return logE(evidence, tolerance) >= -Math.log(alpha);
  }
}
