package io.evenkeel.core.simulation;

import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.profile.FeatureQuarters;
import java.util.List;

/** What a stream does to a sketch. */
public final class Sketches {

  private Sketches() {}

  /** Adds all observations, and consecutive disjoint pairs of them. */
  public static void addAll(Sketch sketch, List<Observation> observations) {
    observations.forEach(
        o -> sketch.add(o.prediction(), o.target(), Outcome.OWN, cells(sketch, o)));
    for (int i = 0; i + 1 < observations.size(); i += 2) {
      Observation a = observations.get(i);
      Observation b = observations.get(i + 1);
      sketch.addPair(a.prediction(), a.target(), b.prediction(), b.target());
    }
  }

  private static byte[] cells(Sketch sketch, Observation of) {
    return sketch
        .plan()
        .profile()
        .filter(profile -> !of.features().isEmpty())
        .map(profile -> FeatureQuarters.cells(profile.features(), of.features()))
        .orElseGet(() -> new byte[0]);
  }
}
