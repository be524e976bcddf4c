package io.evenkeel.app.verdict;

import io.evenkeel.core.evidence.Fault;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.sequential.Evidence;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** How the e-value of the recalibration evidence of a window is read. */
public final class WindowEvidence {
  private WindowEvidence() {}

  /**
   * The evidence that rejects calibration at the level, and so may name what is wrong: that of the
   * window, else that of the fault that is open, else that of the series.
   */
  static Optional<Evidence> rejecting(Window window, double alpha) {
    Tolerance nothing = Tolerance.within(0);
    Evidence series = window.levels().evidence();
    return Stream.of(
            Stream.of(window.sketch().evidence()).filter(e -> rejects(e, nothing, alpha)),
            window.levels().fault().stream().map(Fault::evidence),
            Stream.of(series).filter(e -> rejects(e, nothing, alpha)))
        .flatMap(Function.identity())
        .findFirst();
  }

  /** Whether the e-value beyond the tolerance rejects at the level. */
  public static boolean rejects(Evidence evidence, Tolerance tolerance, double alpha) {
    return evidence.logEValueBeyond(tolerance) >= -Math.log(alpha);
  }
}
