package io.evenkeel.core.evidence;

import io.evenkeel.core.evidence.PaneMemories.Memory;
import io.evenkeel.core.score.Interval;
import java.util.Optional;

/** The map of a kind that a memory of panes favours most: mutable, as that is. */
final class MapCandidate {
  /** What a standard normal variable is below with a chance of 97.5 %. */
  private static final double Z_975 = 1.959963984540054;

  private final MapLearner learner;
  private final Memory memory;

  /** What was learned, when the memory had changed so often. */
  private Optional<double[]> best = Optional.empty();

  private long learned;

  MapCandidate(MapLearner learner, Memory memory) {
    this.learner = learner;
    this.memory = memory;
  }

  /** The map; none if labels favour the predictions as they are. */
  Optional<double[]> best() {
    if (learned != memory.changes()) {
      best = learner.fit(memory.sums());
      learned = memory.changes();
    }
    return best;
  }

  /** The number of labels, those of older panes counting less. */
  double labels() {
    return memory.labels();
  }

  /** The evidence of the labels for a map of this kind, nats. */
  double evidence(double... map) {
    return learner.logRatio(map, memory.sums()) - learner.prior(map);
  }

  /** A map of this kind, by these labels. */
  MapProof.Used used(double... map) {
    double n = labels();
    // Twice the log-ratio is about noncentral χ² with so many degrees of freedom.
    double beyond = learner.degrees(map) - 1;
    double root = Math.sqrt(Math.max(0, 2 * learner.logRatio(map, memory.sums()) - beyond));
    double low = Math.max(0, root - Z_975);
    double high = root + Z_975;
    return new MapProof.Used(
        learner.published(map, memory.sums()),
        n,
        Math.max(0, (root * root - 1) / (2 * n)),
        new Interval(low * low / (2 * n), high * high / (2 * n)));
  }
}
