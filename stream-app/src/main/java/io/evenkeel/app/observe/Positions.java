package io.evenkeel.app.observe;

import io.evenkeel.schemas.internal.Pane;
import io.evenkeel.schemas.internal.SourceOffsets;

/**
 * How far one source partition has been read: mutable. After a start that is not known before the
 * next record comes, so what is published until then is said to rest on all that there is.
 */
final class Positions {
  private static final long UNKNOWN = Long.MAX_VALUE;

  private final int partition;
  private long predictions = UNKNOWN;
  private long labels = UNKNOWN;

  Positions(int partition) {
    this.partition = partition;
  }

  int partition() {
    return partition;
  }

  /** The prediction, or what was sent in its place, at the offset has been read. */
  void predictionRead(long offset) {
    predictions = offset + 1;
  }

  /** The label, or what was sent in its place, at the offset has been read. */
  void labelRead(long offset) {
    labels = offset + 1;
  }

  /** The offsets that hold all that a pane has counted until now. */
  SourceOffsets of(Pane pane) {
    long firstLabel = pane.getLabelsFrom() == null ? labels : pane.getLabelsFrom();
    return new SourceOffsets(
        partition, pane.getPredictionsFrom(), predictions, Math.min(firstLabel, labels), labels);
  }
}
