package io.evenkeel.app.verdict;

import io.evenkeel.app.config.EvidenceSettings;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.core.recalibration.Tolerance;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.Finding;
import java.util.function.Predicate;

/**
 * What rejects a window. It distinguishes what is significant from what matters: a miscalibration
 * is found if anything rejects calibration. The miscalibration wakes someone only if something
 * rejects all that is tolerable.
 *
 * @param finding the verdict in a word
 * @param byTests whether a test of the window rejects all that is tolerable
 * @param byWindow whether the evidence of the window does
 * @param bySeries whether the evidence of the series has found a fault that is open
 * @param logEBeyond natural logarithm of the e-value of the window against all that is tolerable;
 *     −∞ where it does not count for an alert
 * @param noWorse whether there is a miscalibration, but nothing rejects that it was so in the
 *     reference
 */
record Rejections(
    Finding finding,
    boolean byTests,
    boolean byWindow,
    boolean bySeries,
    double logEBeyond,
    boolean noWorse) {

  static Rejections of(Window window, Tests tests, ModelSettings settings) {
    EvidenceSettings level = settings.evidence();
    Rejected rejections = new Rejected(window, tests, settings);
    Tolerance nothing = Tolerance.within(0);
    boolean found =
        rejections.byTests(nothing)
            || rejections.byWindow(nothing)
            || (rejections.enough() && window.levels().rejects(level.alpha()));
    Finding finding = finding(window, found, rejections.enough());
    Tolerance tolerable = level.tolerance().of(window.sketch().plan().space());
    boolean tested = rejections.byTests(tolerable) && rejections.count(rejections::byTests);
    boolean shown = rejections.byWindow(tolerable) && rejections.count(rejections::byWindow);
    boolean raised = window.levels().fault().isPresent();
    boolean noWorse =
        finding == Finding.MISCALIBRATED
            && window.noWorse().filter(as -> !rejections.byAny(as)).isPresent();
    return new Rejections(finding, tested, shown, raised, rejections.logE(tolerable), noWorse);
  }

  /** What rejects that a miscalibration is tolerable. */
  private record Rejected(Window window, Tests tests, ModelSettings settings) {

    boolean enough() {
      return window.sketch().outcomes().weight() >= settings.labels().min();
    }

    boolean byTests(Tolerance tolerance) {
      return enough() && tests.correctedPValue(tolerance) < settings.evidence().alpha();
    }

    boolean byWindow(Tolerance tolerance) {
      return rejects(window.sketch().evidence(), tolerance);
    }

    double logE(Tolerance tolerance) {
      return count(this::byWindow)
          ? window.sketch().evidence().logEValueBeyond(tolerance)
          : Double.NEGATIVE_INFINITY;
    }

    /** By the recalibration evidence of the series alone, which has started behind a reference. */
    boolean bySeries(Tolerance tolerance) {
      return rejects(window.levels().evidence(), tolerance);
    }

    private boolean rejects(Evidence evidence, Tolerance tolerance) {
      return WindowEvidence.rejects(evidence, tolerance, settings.evidence().alpha());
    }

    boolean byAny(Tolerance tolerance) {
      return byTests(tolerance) || byWindow(tolerance) || bySeries(tolerance);
    }

    /** Whether a rejection counts: relative to a reference only if it rejects that, too. */
    boolean count(Predicate<Tolerance> rejection) {
      return !settings.evidence().isRelative() || window.noWorse().filter(rejection).isPresent();
    }
  }

  private static Finding finding(Window window, boolean found, boolean enough) {
    if (window.sketch().labelled() == 0) {
      return Finding.NO_DATA;
    }
    if (found) {
      return Finding.MISCALIBRATED;
    }
    if (!enough) {
      return Finding.UNDERPOWERED;
    }
    return window.sketch().plan().profile().isEmpty() ? Finding.LEARNING : Finding.CALIBRATED;
  }

  /** Whether there is a miscalibration, but nothing says that it is beyond the tolerance. */
  boolean tolerable() {
    return finding == Finding.MISCALIBRATED && !(byTests || byWindow || bySeries);
  }
}
