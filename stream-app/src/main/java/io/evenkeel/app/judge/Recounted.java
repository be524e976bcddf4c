package io.evenkeel.app.judge;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.SharedProfiles;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.Objects;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * What a series had, counted again.
 *
 * @param profiles the profile that it was counted with, if any
 * @param panes by start
 */
record Recounted(Profiles profiles, NavigableMap<Long, MergedPane> panes) {

  /**
   * Merges what was counted of each source partition.
   *
   * @param profile that the panes are counted with; null without one
   */
  static Recounted of(
      SeriesKey series, Collection<Partial> partials, @Nullable Profile profile, AppConfig config) {
    MapStore<ValueAndTimestamp<Profile>> store = new MapStore<>("profiles");
    if (profile != null) {
      store.put(series.modelKey(), ValueAndTimestamp.make(profile, 0));
    }
    Profiles profiles = new Profiles(store, config::labelNoise, new SharedProfiles());
    SeriesPanes panes =
        new SeriesPanes(new MapStore<>("partials"), profiles, config, Room.ofHeap());
    partials.forEach(
        partial -> panes.put(series, partial, Objects.requireNonNull(partial.getPane())));
    return new Recounted(
        profiles,
        Objects.requireNonNull(panes.load(series), "panes that were counted with the profile"));
  }

  /** What all windows may be compared with; null without a profile. */
  DriftReference.@Nullable Fixed fixed(SeriesKey series, AppConfig config) {
    return new FixedReferences(config, profiles, ReferenceFiles.read(config, series.model()))
        .of(series);
  }
}
