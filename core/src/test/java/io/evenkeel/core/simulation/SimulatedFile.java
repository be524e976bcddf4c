package io.evenkeel.core.simulation;

import io.evenkeel.core.evidence.SampleEvidence;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;

/** A file of rows that are drawn from a law, as {@code evaluate} judges it. */
final class SimulatedFile {
  private SimulatedFile() {}

  /**
   * The evidence of the rows of a file, with a profile of the 256 predictions before them.
   *
   * @param source of rows
   * @param rows their number
   * @param seed of the panes that they are in
   */
  static SampleEvidence evidence(Supplier<Observation> source, int rows, long seed) {
    List<PredictiveDistribution> sample =
        HardStream.next(source, 256).stream().map(Observation::prediction).toList();
    Profile profile = ProfileLearner.learn(1, sample, 32, seed);
    SampleEvidence evidence = new SampleEvidence(SketchPlan.of(profile.space(), profile));
    UniformRandomProvider random = Lives.random(seed);
    for (int i = 0; i < rows; i++) {
      Observation o = source.get();
      evidence.pane(random.nextLong()).add(o.prediction(), o.target());
    }
    return evidence;
  }
}
