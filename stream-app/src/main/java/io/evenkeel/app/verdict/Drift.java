package io.evenkeel.app.verdict;

import io.evenkeel.app.config.DriftSettings;
import io.evenkeel.core.drift.EmbeddingMoments;
import io.evenkeel.core.drift.MeanEmbeddingTest;
import io.evenkeel.core.drift.PredictionMoments;
import io.evenkeel.core.hypothesis.TestResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the predictions of a window say without their targets.
 *
 * @param shift the test that they are distributed as those of the reference; none without one
 * @param distance how far apart the two are, in standard deviations
 * @param selection the test that those with a label are distributed as those that wait for theirs;
 *     none while there are few of either
 */
public record Drift(
    Optional<TestResult> shift, Optional<Double> distance, Optional<TestResult> selection) {
  /** Nothing is known of the predictions. */
  public static final Drift UNKNOWN =
      new Drift(Optional.empty(), Optional.empty(), Optional.empty());

  /** The share of the largest eigenvalue that keeps the size of the tests. */
  private static final double TOLERANCE = 1e-2;

  /** Features are bounded: from here on their means are normal enough for a level of 0.005. */
  private static final int FEW = 30;

  /**
   * The tests of a window.
   *
   * @param window its embedded predictions; null without a profile
   * @param reference those of the reference; null without one
   */
  public static Drift of(@Nullable PredictionMoments window, @Nullable EmbeddingMoments reference) {
    if (window == null) {
      return UNKNOWN;
    }
    Optional<TestResult> selection = test(window.labelled(), window.waiting());
    if (reference == null) {
      return new Drift(Optional.empty(), Optional.empty(), selection);
    }
    Optional<TestResult> shift = test(reference, window.all());
    return new Drift(
        shift,
        shift.map(compared -> MeanEmbeddingTest.distance(reference, window.all())),
        selection);
  }

  private static Optional<TestResult> test(EmbeddingMoments x, EmbeddingMoments y) {
    return x.n() >= FEW && y.n() >= FEW
        ? Optional.of(MeanEmbeddingTest.test(x, y, TOLERANCE))
        : Optional.empty();
  }

  /** Whether the model predicts otherwise than it did in the reference. */
  boolean shifted(DriftSettings settings) {
    return rejects(shift, settings);
  }

  /** Whether the predictions whose labels came are unlike those that wait. */
  boolean selected(DriftSettings settings) {
    return rejects(selection, settings);
  }

  private static boolean rejects(Optional<TestResult> test, DriftSettings settings) {
    return test.isPresent() && test.get().rejects(settings.alpha());
  }
}
