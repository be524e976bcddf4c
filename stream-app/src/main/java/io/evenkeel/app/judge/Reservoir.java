package io.evenkeel.app.judge;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.config.ProfileSettings;
import io.evenkeel.app.verdict.Quadratic;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.Profile;
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
    if (window.isEmpty() || !window.stream().allMatch(Reservoir::isComplete)) {
      return Optional.empty();
    }
    Profile profile = MergedPane.plan(window).profile().orElse(null);
    if (profile == null) {
      return Optional.empty();
    }
    long seed = 31 * settings.seed() + key.hashCode();
    return Quadratic.of(profile.kernel(), sample(window, settings), settings.reservoir(), seed);
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
