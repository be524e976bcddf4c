package io.evenkeel.app.alert;

import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.recalibration.LocationScale;
import java.util.Locale;
import java.util.Optional;

/** Predictions that no alert has a map for, whatever is wrong with them. */
public enum Unmappable {
  /** Several numbers. */
  MULTIVARIATE("Its predictions are multivariate: Evenkeel has no maps for them.", false),
  /** Mixtures, which files cannot hold. */
  MIXTURES("Its predictions are mixtures: Evenkeel has no maps for them.", false),
  /** Counts that spread too far. */
  WIDE_COUNTS(
      "Its predictions spread over more than "
          + String.format(Locale.ROOT, "%,d", Counts.MOST_PROBABILITIES)
          + " counts: Evenkeel has no maps for them.",
      false),
  /** Ensembles, whose maps are no parameter of a fault. */
  ENSEMBLES(
      "Its predictions are ensembles: alerts have no map for them. Once labels have proven one,"
          + " 'evenkeel recalibrations' lists it. Or learn one from a file with 'evenkeel"
          + " recalibrate'.",
      true),
  /** What only a quantile map suits. */
  LAPLACE(
      "Its predictions are Laplace distributions: alerts have no map for them. Learn one from a"
          + " file with 'evenkeel recalibrate'.",
      true),
  /** A setting judges something else than the predictions that a map would change. */
  EVENT(
      "The setting calibration names an event: alerts have no map then. Learn one from a file with"
          + " 'evenkeel recalibrate'.",
      true);

  private final String sentence;
  private final boolean isLearnable;

  Unmappable(String sentence, boolean isLearnable) {
    this.sentence = sentence;
    this.isLearnable = isLearnable;
  }

  /** What a prediction is; none if alerts have maps for such predictions. */
  public static Optional<Unmappable> of(PredictiveDistribution p) {
    TargetSpace space = p.space();
    if (space.kind() == TargetSpace.Kind.CLASSES || LocationScale.suits(p)) {
      return Optional.empty();
    }
    if (space.size() > 1) {
      return Optional.of(MULTIVARIATE);
    }
    if (p instanceof Mixture) {
      return Optional.of(MIXTURES);
    }
    if (p instanceof Counts) {
      return Optional.of(WIDE_COUNTS);
    }
    return Optional.of(p instanceof Ensemble ? ENSEMBLES : LAPLACE);
  }

  /** Why there is no map, and where one can be had. */
  String sentence() {
    return sentence;
  }

  /** Whether a map can be had elsewhere. */
  boolean isLearnable() {
    return isLearnable;
  }
}
