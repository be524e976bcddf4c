package io.evenkeel.app.state;

import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.schemas.internal.Profile;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The profiles and plans that the tasks of a process share, so that each is in memory once, however
 * many partitions there are. Safe for use by many threads.
 */
public final class SharedProfiles {
  private final Map<String, Known> newest = new ConcurrentHashMap<>();
  private final Map<WithoutProfile, SketchPlan> without = new ConcurrentHashMap<>();

  private record WithoutProfile(TargetSpace space, LabelNoise noise) {}

  /** A profile, whose record is never changed, with the plans that are made with it. */
  static final class Known {
    private final Profile record;
    private @Nullable SketchPlan plan;
    private @Nullable DriftPlan drift;

    private Known(Profile record) {
      this.record = record;
    }

    /** The record, which may still be learning. */
    Profile record() {
      return record;
    }

    /**
     * The plan of sketches, of a record that has been learned.
     *
     * @throws IllegalArgumentException if the profile is for another space
     */
    synchronized SketchPlan plan(TargetSpace space, LabelNoise noise) {
      if (plan == null || !plan.space().equals(space)) {
        plan = SketchPlan.of(space, ProfileRecords.toCore(record), noise);
      }
      return plan;
    }

    /** How cases are summed up to detect drift, for a record that has been learned. */
    synchronized DriftPlan drift() {
      if (drift == null) {
        drift = ProfileRecords.drift(record);
      }
      return drift;
    }
  }

  /** The profile with this record, which was just read. */
  Known of(String modelKey, Profile record) {
    return newest.compute(
        modelKey,
        (key, known) -> known != null && known.record.equals(record) ? known : new Known(record));
  }

  /** The plan of sketches without kernel statistics. */
  SketchPlan without(TargetSpace space, LabelNoise noise) {
    return without.computeIfAbsent(
        new WithoutProfile(space, noise), key -> SketchPlan.of(key.space, null, key.noise));
  }

  /** Forgets the profile of a version of a model that is judged no more. */
  void forget(String modelKey) {
    newest.remove(modelKey);
  }
}
