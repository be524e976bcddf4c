package io.evenkeel.app.verdict;

import io.evenkeel.core.drift.FeatureShift;
import io.evenkeel.core.hypothesis.TestResult;
import java.util.Optional;

/**
 * What has shifted, by the tests of drift at their level; each empty where it is not known. The
 * rules of drift have evidence of their own, of other panes than those of the window.
 *
 * @param ofPredictions whether the model predicts otherwise than in the reference
 * @param ofFeatures whether the features of cases are distributed otherwise than in the reference
 * @param ofLabels whether labels are distributed otherwise than in the reference
 * @param selection whether the predictions whose labels came are unlike those that wait
 */
record Shifts(
    Optional<Boolean> ofPredictions,
    Optional<Boolean> ofFeatures,
    Optional<Boolean> ofLabels,
    Optional<Boolean> selection) {

  /** Those at the level alpha. */
  static Shifts of(Drift drift, double alpha) {
    return new Shifts(
        rejects(drift.shift(), alpha),
        shifted(drift.features(), alpha),
        shifted(drift.labels(), alpha),
        rejects(drift.selection(), alpha));
  }

  private static Optional<Boolean> rejects(Optional<TestResult> test, double alpha) {
    return test.map(result -> result.rejects(alpha));
  }

  private static Optional<Boolean> shifted(Optional<FeatureShift> shift, double alpha) {
    return shift.map(one -> one.pValue() <= alpha);
  }

  /** Whether there was a reference to compare cases with. */
  boolean isKnown() {
    return ofPredictions.isPresent() || ofFeatures.isPresent();
  }

  /** Whether the model meets other cases, or predicts otherwise, than in the reference. */
  boolean cases() {
    return predictions() || features();
  }

  /** Whether predictions are known to have shifted. */
  boolean predictions() {
    return ofPredictions.orElse(false);
  }

  /** Whether features are. */
  boolean features() {
    return ofFeatures.orElse(false);
  }

  /** Whether labels are. */
  boolean labels() {
    return ofLabels.orElse(false);
  }

  /** Whether labels are known not to be representative. */
  boolean selected() {
    return selection.orElse(false);
  }
}
