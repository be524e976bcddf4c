package io.evenkeel.core.simulation;

import io.evenkeel.core.hypothesis.BlockSkceTest;
import io.evenkeel.core.hypothesis.CmeTest;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.profile.ProfileLearner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** What the tests of a window say of windows of a {@link HardStream}. */
final class HardStreams {
  private static final int LEARNED_FROM = 256;
  private static final int LOCATIONS = 32;
  private static final int WINDOWS_PER_PROFILE = 20;

  /** The p-values of one window. */
  record PValues(double cme, double block) {}

  private HardStreams() {}

  /** A profile learned from the next predictions of the stream. */
  static SketchPlan plan(HardStream kind, Supplier<Observation> stream, long seed) {
    return plan(kind.space(), HardStream.next(stream, LEARNED_FROM), seed);
  }

  /** A profile learned from observations, and from their features if they have any. */
  static SketchPlan plan(TargetSpace space, List<Observation> sample, long seed) {
    Profile profile =
        ProfileLearner.learn(
            1, sample.stream().map(Observation::prediction).toList(), LOCATIONS, seed);
    return SketchPlan.of(
        space,
        profile.withFeatures(
            FeatureQuarters.learn(sample.stream().map(Observation::features).toList(), 20)));
  }

  /** The p-values of windows of n labels, 20 for each profile. */
  static List<PValues> pValues(HardStream kind, int n, int windows) {
    List<PValues> all = new ArrayList<>();
    for (long seed = 1; all.size() < windows; seed++) {
      UniformRandomProvider random =
          RandomSource.XO_RO_SHI_RO_128_PP.create(1000 * seed + kind.name().hashCode());
      Supplier<Observation> stream = kind.from(random);
      SketchPlan plan = plan(kind, stream, seed);
      for (int w = 0; w < WINDOWS_PER_PROFILE; w++) {
        Sketch sketch = plan.empty();
        Sketches.addAll(sketch, HardStream.next(stream, n));
        all.add(pValues(sketch));
      }
    }
    return all;
  }

  private static PValues pValues(Sketch sketch) {
    return new PValues(
        sketch
            .cme()
            .filter(cme -> cme.n() > 0)
            .map(cme -> CmeTest.withDefaults().test(cme).pValue())
            .orElse(1.0),
        sketch
            .blockSkce()
            .map(skce -> BlockSkceTest.withDefaults().test(skce).pValue())
            .orElse(1.0));
  }
}
