package io.evenkeel.core.drift;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * What is kept of the cases of a pane or a window to detect drift.
 *
 * @param plan how they were summed up
 * @param predictions all predictions, embedded
 * @param labelled those among them whose label has come
 * @param coordinates the coordinates of all predictions, counted in cells
 * @param labelledCoordinates those of the predictions whose label has come
 * @param features the features of all cases
 * @param targets the labels that have come
 * @param others how many of the cases have a feature beside those of the plan
 */
public record DriftMoments(
    DriftPlan plan,
    EmbeddingMoments predictions,
    EmbeddingMoments labelled,
    FeatureMoments coordinates,
    FeatureMoments labelledCoordinates,
    FeatureMoments features,
    FeatureMoments targets,
    long others) {

  /** The moments of both samples together. */
  public DriftMoments plus(DriftMoments other) {
    return new DriftMoments(
        plan,
        predictions.plus(other.predictions),
        labelled.plus(other.labelled),
        coordinates.plus(other.coordinates),
        labelledCoordinates.plus(other.labelledCoordinates),
        features.plus(other.features),
        targets.plus(other.targets),
        others + other.others);
  }

  /** The block of sums, as the plan lays it out. */
  public double[] toArray() {
    return Stream.of(
            predictions.toArray(),
            labelled.toArray(),
            coordinates.toArray(),
            labelledCoordinates.toArray(),
            features.toArray(),
            targets.toArray(),
            new double[] {others})
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  /** The features of all cases, and whether they have any {@link OtherFeatures}. */
  public FeatureMoments featuresAndOthers() {
    return OtherFeatures.with(features, others);
  }

  /** The moments of the predictions that still wait for their label. */
  public EmbeddingMoments waiting() {
    return predictions.minus(labelled);
  }

  /**
   * How many of the predictions have a label, as the feature of {@link LabelCoverage}.
   *
   * @param most the share of them, in (0, 1], beyond which labels are not counted
   */
  public FeatureMoments coverage(double most) {
    long counted = (long) Math.ceil(most * predictions.n());
    return LabelCoverage.of(predictions.n(), Math.min(labelled.n(), counted));
  }
}
