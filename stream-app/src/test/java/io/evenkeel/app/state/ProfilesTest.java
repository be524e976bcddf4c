package io.evenkeel.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.TargetKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProfilesTest {
  private final CountingStore store = new CountingStore();
  private final Profiles profiles =
      new Profiles(store, model -> model.equals("noisy") ? 0.01 : 1e-4, new SharedProfiles());

  @Test
  void readsAProfileOnceUntilItIsToldToLookAgain() {
    store.records.put("churn", profile(1));

    assertThat(profiles.learned("churn")).isTrue();
    assertThat(profiles.versionFor("churn", 0)).isEqualTo(1);
    assertThat(store.reads).isEqualTo(1);

    store.records.put("churn", profile(2));
    assertThat(profiles.versionFor("churn", 0)).isEqualTo(1);

    profiles.refresh();
    assertThat(profiles.versionFor("churn", 0)).isEqualTo(2);
    assertThat(store.reads).isEqualTo(2);
  }

  @Test
  void remembersThatThereIsNone() {
    assertThat(profiles.newest("churn")).isNull();
    assertThat(profiles.learned("churn")).isFalse();
    assertThat(store.reads).isEqualTo(1);
  }

  @Test
  void plansWithTheLabelNoiseOfTheModel() {
    assertThat(labelNoise("noisy")).isEqualTo(0.01);
    assertThat(labelNoise("other")).isEqualTo(1e-4);
  }

  private double labelNoise(String model) {
    SketchPlan plan = profiles.plan(SeriesKey.modelKey(model, "1"), TargetSpace.classes(2), 0);
    return Objects.requireNonNull(plan).labelNoise().share();
  }

  private static Profile profile(int version) {
    return Profile.newBuilder()
        .setModel("churn")
        .setVersion("")
        .setProfile(version)
        .setLearnedThrough(0)
        .setSpace(TargetKind.CLASSES)
        .setSize(2)
        .setLocations(List.of())
        .build();
  }

  private static final class CountingStore
      implements ReadOnlyKeyValueStore<String, ValueAndTimestamp<Profile>> {
    private final Map<String, Profile> records = new HashMap<>();
    private int reads;

    @Override
    public @Nullable ValueAndTimestamp<Profile> get(String key) {
      reads++;
      Profile profile = records.get(key);
      return profile == null ? null : ValueAndTimestamp.make(profile, 0);
    }

    @Override
    public KeyValueIterator<String, ValueAndTimestamp<Profile>> range(String from, String to) {
      throw new UnsupportedOperationException();
    }

    @Override
    public KeyValueIterator<String, ValueAndTimestamp<Profile>> all() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long approximateNumEntries() {
      return records.size();
    }
  }
}
