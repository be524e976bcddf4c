package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Sketch;
import java.nio.DoubleBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The maps of one kind: those that memories of panes favour, and by how much panes differ along the
 * one of the longest. Mutable.
 */
final class LearnedMaps {
  private final MapLearner learner;
  private final PaneMemories memories;
  private final List<MapCandidate> candidates;
  private final PaneSpread spread;

  /** Of so many of the memories a map each. */
  LearnedMaps(MapLearner learner, PaneMemories memories, int candidates) {
    this.learner = learner;
    this.memories = memories;
    this.candidates =
        IntStream.range(0, candidates)
            .mapToObj(i -> new MapCandidate(learner, memories.get(i)))
            .toList();
    this.spread = new PaneSpread(learner);
  }

  /** The number of candidates. */
  int size() {
    return candidates.size();
  }

  /** One of the candidates. */
  MapCandidate candidate(int i) {
    return candidates.get(i);
  }

  /** The number of doubles of a map. */
  int parameters() {
    return learner.parameters();
  }

  /** The log-ratio of a map on a pane, or a bound from below. */
  double logRatio(double[] map, Sketch pane) {
    return learner.logRatio(map, memories.sums(pane));
  }

  /** The log-ratio of a candidate on the next pane; 0 while it is none. */
  double won(int i, Sketch pane) {
    return candidates.get(i).best().map(map -> logRatio(map, pane)).orElse(0.0);
  }

  /** By how much panes vary more in the direction of a candidate than they should, at least 1. */
  double designEffect(int i) {
    return candidates.get(i).best().map(spread::designEffect).orElse(1.0);
  }

  /** Measures how much a pane differs, before it is learned from. */
  void spread(Sketch pane) {
    spread.add(candidates.get(0).best(), memories.sums(pane));
  }

  int length() {
    return spread.length();
  }

  void read(DoubleBuffer state) {
    spread.read(state);
  }

  void write(DoubleBuffer state) {
    spread.write(state);
  }
}
