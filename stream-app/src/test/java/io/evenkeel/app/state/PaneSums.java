package io.evenkeel.app.state;

import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Profile;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.state.ValueAndTimestamp;

/** The sums of panes as they are published. */
public final class PaneSums {
  private PaneSums() {}

  /**
   * The sums of a pane.
   *
   * @param modelKey key of the version of its model
   * @param profiles by that key
   */
  public static double[] of(PaneSketch pane, String modelKey, Map<String, Profile> profiles) {
    MapStore<ValueAndTimestamp<Profile>> store = new MapStore<>("profiles");
    profiles.forEach((key, profile) -> store.put(key, ValueAndTimestamp.make(profile, 0)));
    SketchPlan plan =
        new Profiles(store, model -> LabelNoise.USUAL.share(), new SharedProfiles())
            .plan(
                modelKey, TargetSpaceCodec.of(pane.getSpace(), pane.getSize()), pane.getProfile());
    Sketch sum = Objects.requireNonNull(plan).empty();
    PaneCases.addTo(sum, plan, pane);
    return sum.toArray();
  }
}
