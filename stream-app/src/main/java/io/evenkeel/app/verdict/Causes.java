package io.evenkeel.app.verdict;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.verdict.Remark.Topic;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.schemas.Cause;
import io.evenkeel.schemas.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Distinguishes what may lie behind a finding. */
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

  /** Everything that is known of causes, to be added to the words of the finding. */
  static List<Remark> remarks(
      Window window, Tests tests, Rejections rejections, Shifts shifts, ModelSettings settings) {
    List<Remark> remarks = new ArrayList<>();
    if (rejections.noWorse()) {
      remarks.add(new Remark(Topic.REFERENCE, "not measurably worse than in the reference"));
    }
    remarks.addAll(DriftWords.of(window.drift(), shifts, settings.drift().alpha()));
    if (rejections.finding() == Finding.MISCALIBRATED && shifts.isKnown() && !shifts.cases()) {
      remarks.add(new Remark(Topic.REFERENCE, "predictions have not shifted from the reference"));
    }
    if (shifts.selected()) {
      remarks.add(
          new Remark(
              Topic.SELECTION,
              "labels are not representative: predictions with one are unlike those that wait"
                  + " (p-value "
                  + Numbers.pValue(window.drift().selection().orElseThrow().pValue())
                  + ")"));
    }
    if (window.drift().isFar()) {
      remarks.add(
          new Remark(
              Topic.PROFILE,
              "few predictions are like those that the profile was learned from, so "
                  + window
                      .relearned()
                      .map(
                          sample ->
                              "a CME test of "
                                  + sample.labelled()
                                  + " of them has locations of their own, and the other tests")
                      .orElse("the tests")
                  + " of this window see little: give the model a new version"));
    }
    dependence(tests, settings.evidence().alpha()).ifPresent(remarks::add);
    return remarks;
  }

  /** That neighbours depend on each other, if they do. */
  private static Optional<Remark> dependence(Tests tests, double alpha) {
    return tests
        .neighbourTest()
        .filter(test -> tests.neighboursDepend(alpha).orElse(false))
        .map(
            test ->
                new Remark(
                    Topic.NEIGHBOURS,
                    "neighbouring observations depend on each other (p-value "
                        + Numbers.pValue(test.pValue())
                        + "), so the tests of this window do not count for alerts"));
  }
}
