package io.evenkeel.app.verdict;

import io.evenkeel.schemas.Cause;
import io.evenkeel.schemas.Finding;

/** Tells apart what may lie behind a finding. */
final class Causes {

  private Causes() {}

  /**
   * What explains the finding. A shift of cases needs no labels to be seen, so that it comes first;
   * a miscalibration counts as worse unless the labels, or the reference, explain it away.
   *
   * @param noWorse whether nothing rejects that it was so in the reference
   */
  static Cause of(Finding finding, Shifts shifts, boolean noWorse) {
    boolean worse = finding == Finding.MISCALIBRATED && !noWorse && !shifts.selected();
    if (shifts.cases()) {
      return worse ? Cause.SHIFT_AND_MISCALIBRATION : Cause.COVARIATE_SHIFT;
    }
    if (worse) {
      return shifts.isKnown() ? Cause.CONCEPT_CHANGE : Cause.UNKNOWN;
    }
    if (shifts.selected()) {
      return Cause.LABELS_NOT_REPRESENTATIVE;
    }
    if (noWorse) {
      return Cause.NO_WORSE_THAN_REFERENCE;
    }
    if (shifts.labels()) {
      return Cause.LABEL_SHIFT;
    }
    return shifts.isKnown() ? Cause.NONE : Cause.UNKNOWN;
  }

  /** Everything that is known of causes, to be added to the words of the finding; may be empty. */
  static String inWords(Window window, Ruling ruling, Shifts shifts, double alpha) {
    Drift drift = window.drift();
    String noWorse = ruling.noWorse() ? "; no worse than it was in the reference" : "";
    String shift = DriftWords.of(drift, shifts, alpha);
    String noShift =
        ruling.finding() == Finding.MISCALIBRATED && shifts.isKnown() && !shifts.cases()
            ? "; predictions have not shifted from the reference"
            : "";
    String selection =
        shifts.selected()
            ? "; labels are not representative: predictions with one are unlike those that wait"
                + " (p-value "
                + Words.pValue(drift.selection().orElseThrow().pValue())
                + ")"
            : "";
    return noWorse + shift + noShift + selection;
  }

  /** That neighbours depend on each other; empty if they do not. */
  static String dependence(Tests tests, double alpha) {
    return tests
        .neighbourTest()
        .filter(test -> tests.neighboursDepend(alpha).orElse(false))
        .map(
            test ->
                "neighbouring observations depend on each other (p-value "
                    + Words.pValue(test.pValue())
                    + "), so the tests of this window do not count for alerts")
        .orElse("");
  }
}
