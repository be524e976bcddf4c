package io.evenkeel.core.drift;

/**
 * What is kept of the cases of a pane or a window to tell drift.
 *
 * @param predictions all predictions, embedded
 * @param labelled those among them whose label has come
 * @param features the features of all cases
 * @param targets the labels that have come
 */
public record DriftMoments(
    EmbeddingMoments predictions,
    EmbeddingMoments labelled,
    FeatureMoments features,
    FeatureMoments targets) {

  /** The moments of both samples together. */
  public DriftMoments plus(DriftMoments other) {
    return new DriftMoments(
        predictions.plus(other.predictions),
        labelled.plus(other.labelled),
        features.plus(other.features),
        targets.plus(other.targets));
  }

  /** The moments of the predictions that still wait for their label. */
  public EmbeddingMoments waiting() {
    return predictions.minus(labelled);
  }
}
