package io.evenkeel.app.verdict;

import io.evenkeel.app.config.DriftSettings;
import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.FeatureMoments;
import io.evenkeel.core.drift.FeatureShift;
import io.evenkeel.core.drift.MeanEmbeddingTest;
import io.evenkeel.core.hypothesis.TestResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the cases of a window compare with those of a reference: what they were, what was predicted
 * of them and what came true, each by itself.
 *
 * @param shift the test that predictions are distributed as those of the reference; none without
 *     one
 * @param distance how far apart the two are, in standard deviations
 * @param selection the test that those with a label are distributed as those that wait for theirs;
 *     none while there are few of either
 * @param features how the features compare; none without features or a reference
 * @param labels how the labels compare; none without labels of both
 */
public record Drift(
    Optional<TestResult> shift,
    Optional<Double> distance,
    Optional<TestResult> selection,
    Optional<FeatureShift> features,
    Optional<FeatureShift> labels) {
  /** Nothing is known of the predictions. */
  public static final Drift UNKNOWN =
      new Drift(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * The tests of a window.
   *
   * @param window its cases; null without a profile
   * @param reference those of the reference; null without one
   * @param labels the labels of the reference; null if labels are not to be compared
   */
  public static Drift of(
      @Nullable DriftMoments window,
      @Nullable DriftMoments reference,
      @Nullable FeatureMoments labels) {
    if (window == null) {
      return UNKNOWN;
    }
    Optional<TestResult> shift =
        Optional.ofNullable(reference)
            .flatMap(
                before -> MeanEmbeddingTest.compare(before.predictions(), window.predictions()));
    return new Drift(
        shift,
        shift.isEmpty() || reference == null
            ? Optional.empty()
            : Optional.of(
                MeanEmbeddingTest.distance(reference.predictions(), window.predictions())),
        MeanEmbeddingTest.compare(window.labelled(), window.waiting()),
        compare(window.features(), reference == null ? null : reference.features()),
        compare(window.targets(), labels));
  }

  private static Optional<FeatureShift> compare(
      FeatureMoments window, @Nullable FeatureMoments reference) {
    return reference == null || reference.n() == 0 || window.n() == 0
        ? Optional.empty()
        : Optional.of(window.since(reference));
  }

  /** Whether there was a reference to compare cases with. */
  boolean isKnown() {
    return shift.isPresent() || features.isPresent();
  }

  /** Whether the model meets other cases, or predicts otherwise, than in the reference. */
  boolean shifted(DriftSettings settings) {
    return predictionsShifted(settings) || featuresShifted(settings);
  }

  /** Whether the model predicts otherwise than it did in the reference. */
  boolean predictionsShifted(DriftSettings settings) {
    return rejects(shift, settings);
  }

  /** Whether the features of cases are distributed otherwise than in the reference. */
  boolean featuresShifted(DriftSettings settings) {
    return features.isPresent() && features.get().pValue() <= settings.alpha();
  }

  /** Whether labels are distributed otherwise than in the reference. */
  boolean labelsShifted(DriftSettings settings) {
    return labels.isPresent() && labels.get().pValue() <= settings.alpha();
  }

  /** Whether the predictions whose labels came are unlike those that wait. */
  boolean selected(DriftSettings settings) {
    return rejects(selection, settings);
  }

  private static boolean rejects(Optional<TestResult> test, DriftSettings settings) {
    return test.isPresent() && test.get().rejects(settings.alpha());
  }
}
