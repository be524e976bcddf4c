package io.evenkeel.app.verdict;

import io.evenkeel.app.config.EvidenceSettings;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.sequential.Evidence;
import io.evenkeel.schemas.Finding;

/**
 * Who rejects a window. What is significant and what matters are told apart: a miscalibration is
 * found if anything rejects calibration, and wakes somebody only if something rejects all that is
 * tolerable.
 *
 * @param finding the verdict in a word
 * @param byTests whether a test of the window rejects all that is tolerable; with a budget, which
 *     does not pay for p-values, they count as evidence of the window
 * @param byWindow whether the evidence of the window does
 * @param bySeries whether the evidence of the series does; with a budget, its detector
 */
record Ruling(Finding finding, boolean byTests, boolean byWindow, boolean bySeries) {

  static Ruling of(Window window, Tests tests, ModelSettings settings) {
    EvidenceSettings level = settings.evidence();
    Sketch sketch = window.sketch();
    Evidence evidence = sketch.evidence();
    boolean enough = sketch.labelled() >= settings.labels().min();
    boolean found =
        (enough && tests.correctedPValue(0) < level.alpha())
            || WindowEvidence.rejects(evidence, 0, level.alpha())
            || window.standing().rejects(level.alpha());
    boolean tested = enough && tests.correctedPValue(level.tolerance()) < level.alpha();
    boolean shown = WindowEvidence.rejects(evidence, level.tolerance(), level.alpha());
    Finding finding = finding(window, found, enough);
    boolean raised = deciding(window) >= threshold(window, level.alpha());
    return window.allowance().isPresent()
        ? new Ruling(finding, false, tested || shown, raised)
        : new Ruling(finding, tested, shown, raised);
  }

  /** What decides whether the evidence of the series raises an alert, as a natural logarithm. */
  static double deciding(Window window) {
    Standing standing = window.standing();
    return window.allowance().isPresent() ? standing.logDetector() : standing.logEBeyond();
  }

  /** From where on it does. */
  static double threshold(Window window, double alpha) {
    return window
        .allowance()
        .map(allowance -> Math.log(allowance.threshold()))
        .orElse(-Math.log(alpha));
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
