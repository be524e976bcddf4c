package io.evenkeel.app.verdict;

import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.FeatureDrift;
import io.evenkeel.core.drift.FeatureMoments;
import io.evenkeel.core.drift.FeatureShift;
import io.evenkeel.core.drift.MeanEmbeddingTest;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.schemas.VerdictDrift;
import java.util.List;
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
 * @param nearness how near the predictions are to the test locations, beside those that the profile
 *     was learned from: 1 if they are alike, 0 if no location sees them; none of few
 */
public record Drift(
    Optional<TestResult> shift,
    Optional<Double> distance,
    Optional<TestResult> selection,
    Optional<FeatureShift> features,
    Optional<FeatureShift> labels,
    Optional<Double> nearness) {
  /**
   * In {@code QuietNightSimulationTest} the CME test rejected 48 % at 0.19, and 94 % with a profile
   * of the window's own predictions.
   */
  private static final double NEAR = 0.25;

  /**
   * There it rejected 0.3 % at 0.08, and 33 % of samples of 128 labels with a profile of their own.
   */
  private static final double OUT_OF_SIGHT = 0.1;

  /** Of fewer predictions it is not said how near they are. */
  private static final int FEW = 30;

  /** Nothing is known of the predictions. */
  public static final Drift UNKNOWN =
      new Drift(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

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
        compare(window.targets(), labels),
        Optional.empty());
  }

  /**
   * The same, with how near the predictions of the window are to those of the profile.
   *
   * @param window its cases; null without a profile
   * @param learned those that the profile was learned from; null without one
   */
  public Drift near(@Nullable DriftMoments window, @Nullable DriftMoments learned) {
    return window == null || learned == null || window.predictions().n() < FEW
        ? this
        : new Drift(
            shift,
            distance,
            selection,
            features,
            labels,
            Optional.of(window.predictions().nearness(learned.predictions())));
  }

  /** Whether the tests see little, as few predictions are near any test location. */
  boolean isFar() {
    return nearness.filter(near -> near < NEAR).isPresent();
  }

  /** Whether they see less than one of a sample with a profile of its own. */
  public boolean isOutOfSight() {
    return nearness.filter(near -> near < OUT_OF_SIGHT).isPresent();
  }

  /** What predictions, features and labels show at the level alpha, in words; empty if nothing. */
  public List<String> shifts(double alpha) {
    return DriftWords.of(this, Shifts.of(this, alpha), alpha).stream().map(Remark::words).toList();
  }

  private static Optional<FeatureShift> compare(
      FeatureMoments window, @Nullable FeatureMoments reference) {
    return reference == null || reference.n() == 0 || window.n() == 0
        ? Optional.empty()
        : Optional.of(window.since(reference));
  }

  /**
   * The group of a verdict that says it; none where nothing could be compared.
   *
   * @param alpha level of the tests
   */
  Optional<VerdictDrift> group(double alpha) {
    if (shift.isEmpty() && selection.isEmpty() && features.isEmpty() && labels.isEmpty()) {
      return Optional.empty();
    }
    VerdictDrift.Builder group =
        VerdictDrift.newBuilder()
            .setAlpha(alpha)
            .setPredictionsPValue(shift.map(TestResult::pValue).orElse(null))
            .setPredictionsDistance(distance.orElse(null))
            .setLabelsPValue(labels.map(FeatureShift::pValue).orElse(null))
            .setSelectionPValue(selection.map(TestResult::pValue).orElse(null));
    features.ifPresent(
        compared -> {
          List<FeatureDrift> drifted = compared.drifted(alpha);
          group
              .setFeaturesPValue(compared.pValue())
              .setFeatureNames(drifted.stream().map(FeatureDrift::name).toList())
              .setFeatureDistances(
                  drifted.stream().map(one -> one.displacement().distance()).toList())
              .setFeatureMissing(drifted.stream().map(FeatureDrift::missing).toList());
        });
    return Optional.of(group.build());
  }
}
