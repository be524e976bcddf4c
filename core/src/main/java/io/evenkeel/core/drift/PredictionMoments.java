package io.evenkeel.core.drift;

/**
 * The embedded predictions of a pane or a window.
 *
 * @param all of all predictions
 * @param labelled of those among them whose label has come
 */
public record PredictionMoments(EmbeddingMoments all, EmbeddingMoments labelled) {

  /** The number of sums in a block: those of all, then those of the labelled ones. */
  public static int length(PredictionEmbedding embedding) {
    return 2 * embedding.length();
  }

  /** The moments in a block. */
  public static PredictionMoments of(PredictionEmbedding embedding, double[] block) {
    return new PredictionMoments(
        embedding.moments(block, 0), embedding.moments(block, embedding.length()));
  }

  /** The moments of both samples together. */
  public PredictionMoments plus(PredictionMoments other) {
    return new PredictionMoments(all.plus(other.all), labelled.plus(other.labelled));
  }

  /** The moments of the predictions that still wait for their label. */
  public EmbeddingMoments waiting() {
    return all.minus(labelled);
  }
}
