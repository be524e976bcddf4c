package io.evenkeel.app.judge;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.config.ProfileSettings;
import io.evenkeel.app.verdict.Quadratic;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.schemas.internal.SampledObservation;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The uniform sample of the labelled predictions of a window: the bottom-k sample of those of its
 * panes in all source partitions, the same whatever their order.
 */
final class Reservoir {
  /** A version that profiles need; nothing is looked up by it. */
  private static final int RELEARNED = 1;

  private Reservoir() {}

  /**
   * The quadratic statistics of a window.
   *
   * @param window its panes
   * @param key of the window, which draws the signs of the bootstrap
   * @return none without a profile, and where a source partition did not send its sample
   */
  static Optional<Quadratic> quadratic(
      Collection<MergedPane> window, String key, ProfileSettings settings) {
    long seed = 31 * settings.seed() + key.hashCode();
    return profile(window)
        .flatMap(
            profile ->
                Quadratic.of(
                    profile.kernel(), sample(window, settings), settings.reservoir(), seed));
  }

  /**
   * The sums over the sample of a window, made with a profile that is learned from its predictions
   * and never from its labels: given the predictions they are as good as those with a profile from
   * before. So predictions that are far from every location of that profile are tested, too, if
   * only by a sample. Nothing is remembered of it, and no evidence rests on it.
   *
   * @param window its panes
   * @return none without a profile or a label, and where a source partition did not send its sample
   */
  static Optional<Sketch> relearned(Collection<MergedPane> window, ProfileSettings settings) {
    return profile(window)
        .map(former -> Quadratic.first(sample(window, settings)))
        .filter(sample -> sample.size() > 0)
        .map(sample -> relearned(sample, MergedPane.plan(window).labelNoise(), settings));
  }

  private static Sketch relearned(
      Observations sample, LabelNoise labelNoise, ProfileSettings settings) {
    Profile profile =
        ProfileLearner.learn(
            RELEARNED, sample.predictions(), settings.locations(), settings.seed());
    Sketch sketch = SketchPlan.of(profile.space(), profile, labelNoise).empty();
    for (int i = 0; i < sample.size(); i++) {
      sketch.add(sample.prediction(i), sample.target(i));
    }
    return sketch;
  }

  /** The profile of a window whose sample is complete. */
  private static Optional<Profile> profile(Collection<MergedPane> window) {
    return window.isEmpty() || !window.stream().allMatch(Reservoir::isComplete)
        ? Optional.empty()
        : MergedPane.plan(window).profile();
  }

  /** The predictions of the sample, as far as it is known. */
  static List<PredictiveDistribution> predictions(
      Collection<MergedPane> window, ProfileSettings settings) {
    return sample(window, settings).predictions();
  }

  private static boolean isComplete(MergedPane pane) {
    return pane.parts().stream()
        .filter(part -> part.profile() > 0)
        .allMatch(part -> !part.observations().isEmpty() || part.labelled() == 0);
  }

  private static Observations sample(Collection<MergedPane> window, ProfileSettings settings) {
    BottomK<SampledObservation> sample = new BottomK<>(settings.reservoir(), settings.seed());
    for (MergedPane pane : window) {
      for (MergedPane.Part part : pane.parts()) {
        part.observations().forEach(seen -> sample.add(seen.getPredictionId(), seen));
      }
    }
    List<SampledObservation> rows = oneOfEachOutcome(sample.items());
    return Observations.of(
        rows.stream()
            .map(seen -> BinaryForm.distribution(seen.getDistribution().duplicate()))
            .toList(),
        rows.stream().map(seen -> BinaryForm.target(seen.getTarget().duplicate())).toList());
  }

  /** The order of the sample says nothing of the rows, so the first is any row of its outcome. */
  private static List<SampledObservation> oneOfEachOutcome(List<SampledObservation> sample) {
    Set<String> outcomes = new HashSet<>();
    return sample.stream()
        .filter(seen -> seen.getOutcome().isEmpty() || outcomes.add(seen.getOutcome()))
        .toList();
  }
}
