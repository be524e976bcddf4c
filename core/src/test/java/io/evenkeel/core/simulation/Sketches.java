package io.evenkeel.core.simulation;

import io.evenkeel.core.moments.Sketch;
import java.util.List;

/** What a stream does to a sketch. */
public final class Sketches {

  private Sketches() {}

  /** Adds all observations, and consecutive disjoint pairs of them. */
  public static void addAll(Sketch sketch, List<Observation> observations) {
    observations.forEach(o -> sketch.add(o.prediction(), o.target()));
    for (int i = 0; i + 1 < observations.size(); i += 2) {
      Observation a = observations.get(i);
      Observation b = observations.get(i + 1);
      sketch.addPair(a.prediction(), a.target(), b.prediction(), b.target());
    }
  }
}
