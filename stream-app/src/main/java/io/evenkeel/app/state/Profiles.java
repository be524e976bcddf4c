package io.evenkeel.app.state;

import io.evenkeel.app.state.SharedProfiles.Known;
import io.evenkeel.core.drift.DriftMoments;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.schemas.internal.Profile;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * The newest profiles, as the global store has them, and the plans of sketches made with them:
 * mutable.
 *
 * <p>To read a profile from the store, tens of kilobytes, takes longer than to join an event. So
 * what was read is remembered until {@link #refresh}; that a newer one is seen a moment later is as
 * if it had been read from its topic then.
 */
public final class Profiles {
  private final ReadOnlyKeyValueStore<String, ValueAndTimestamp<Profile>> store;
  private final ToDoubleFunction<String> labelNoise;
  private final SharedProfiles shared;
  private final Map<String, Optional<Known>> read = new HashMap<>();
  private final Map<PlanKey, SketchPlan> plans = new HashMap<>();
  private final Map<VersionKey, DriftPlan> driftPlans = new HashMap<>();

  private record PlanKey(String modelKey, TargetSpace space, int profile) {}

  private record VersionKey(String modelKey, int profile) {}

  /**
   * The profiles of a global store.
   *
   * @param labelNoise by name of the model, the share of labels that may be wrong
   * @param shared by all tasks that read this store with this label noise
   */
  public Profiles(
      ReadOnlyKeyValueStore<String, ValueAndTimestamp<Profile>> store,
      ToDoubleFunction<String> labelNoise,
      SharedProfiles shared) {
    this.store = store;
    this.labelNoise = labelNoise;
    this.shared = shared;
  }

  /** Looks into the store again for what is asked next. */
  public void refresh() {
    read.clear();
  }

  /** The newest record of a version of a model, which may still be learning; null without one. */
  public @Nullable Profile newest(String modelKey) {
    return known(modelKey).map(Known::record).orElse(null);
  }

  private Optional<Known> known(String modelKey) {
    return read.computeIfAbsent(
        modelKey,
        key -> Optional.ofNullable(store.get(key)).map(stored -> shared.of(key, stored.value())));
  }

  /** The profile in this version, if it is the newest. */
  private Optional<Known> known(String modelKey, int profile) {
    return known(modelKey).filter(known -> known.record().getProfile() == profile);
  }

  /** Whether a profile has been learned. */
  public boolean learned(String modelKey) {
    Profile newest = newest(modelKey);
    return newest != null && newest.getProfile() > 0;
  }

  /** The version of the profile with which a pane is to be judged; 0 without one. */
  public int versionFor(String modelKey, long paneStart) {
    Profile newest = newest(modelKey);
    return newest != null && newest.getProfile() > 0 && paneStart >= newest.getLearnedThrough()
        ? newest.getProfile()
        : 0;
  }

  /**
   * The plan of sketches made with a version of the profile.
   *
   * @param profile version of the profile; 0 for sketches without kernel statistics
   * @return null when that version of the profile has not arrived yet
   */
  public @Nullable SketchPlan plan(String modelKey, TargetSpace space, int profile) {
    PlanKey key = new PlanKey(modelKey, space, profile);
    SketchPlan plan = plans.get(key);
    if (plan == null) {
      plan = make(key);
      if (plan != null) {
        plans.put(key, plan);
      }
    }
    return plan;
  }

  /**
   * How the cases of a pane are summed up with a version of the profile, to detect drift.
   *
   * @return null without a profile, and when that version of it has not arrived yet
   */
  public @Nullable DriftPlan drift(String modelKey, int profile) {
    VersionKey key = new VersionKey(modelKey, profile);
    DriftPlan plan = profile == 0 ? null : driftPlans.get(key);
    if (profile == 0 || plan != null) {
      return plan;
    }
    plan = known(modelKey, profile).map(Known::drift).orElse(null);
    if (plan != null) {
      driftPlans.put(key, plan);
    }
    return plan;
  }

  /** Forgets the plans of a version of a model that is judged no more. */
  public void forget(String modelKey) {
    plans.keySet().removeIf(key -> key.modelKey().equals(modelKey));
    driftPlans.keySet().removeIf(key -> key.modelKey().equals(modelKey));
    shared.forget(modelKey);
  }

  /** The predictions that the profile was learned from; null without a profile. */
  public @Nullable DriftMoments reference(String modelKey) {
    Profile newest = newest(modelKey);
    DriftPlan plan = newest == null ? null : drift(modelKey, newest.getProfile());
    return newest == null || plan == null
        ? null
        : plan.moments(DoublesCodec.toDoubles(newest.getReference()));
  }

  private @Nullable SketchPlan make(PlanKey key) {
    String model = SeriesKey.modelOf(key.modelKey());
    LabelNoise noise = new LabelNoise(labelNoise.applyAsDouble(model));
    return key.profile() == 0
        ? shared.without(key.space(), noise)
        : known(key.modelKey(), key.profile())
            .map(known -> known.plan(key.space(), noise))
            .orElse(null);
  }
}
