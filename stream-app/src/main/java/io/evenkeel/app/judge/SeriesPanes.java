package io.evenkeel.app.judge;

import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.Spaces;
import io.evenkeel.core.drift.PredictionEmbedding;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The panes of each series as the source partitions have published them: kept in a store. */
final class SeriesPanes {
  private static final Logger LOGGER = LoggerFactory.getLogger(SeriesPanes.class);

  private final KeyValueStore<String, Partial> store;
  private final Profiles profiles;

  SeriesPanes(KeyValueStore<String, Partial> store, Profiles profiles) {
    this.store = store;
    this.profiles = profiles;
  }

  /** Whether an earlier partial of the same source partition and pane is kept. */
  boolean holds(SeriesKey series, Partial partial, PaneSketch pane) {
    return store.get(series.partial(pane.getStart(), partial.getPartition())) != null;
  }

  /** Keeps the newest partial of its source partition. */
  void put(SeriesKey series, Partial partial, PaneSketch pane) {
    store.put(series.partial(pane.getStart(), partial.getPartition()), partial);
  }

  /**
   * The panes of a series that are kept, by start; null when they were made with a profile that has
   * not arrived here yet.
   */
  @Nullable NavigableMap<Long, MergedPane> load(SeriesKey series) {
    NavigableMap<Long, MergedPane> panes = new TreeMap<>();
    TargetSpace expected = learnedSpace(series);
    for (Partial partial : partials(series)) {
      PaneSketch pane = Objects.requireNonNull(partial.getPane());
      TargetSpace space = Spaces.of(pane.getSpace(), pane.getSize());
      expected = expected == null ? space : expected;
      if (!space.equals(expected)) {
        leaveOut(series, pane, space, expected);
        continue;
      }
      SketchPlan plan = profiles.plan(series.modelKey(), space, pane.getProfile());
      if (plan == null) {
        return null;
      }
      PredictionEmbedding embedding = profiles.embedding(series.modelKey(), pane.getProfile());
      panes.merge(pane.getStart(), MergedPane.of(pane, plan, embedding), MergedPane::with);
    }
    return panes;
  }

  /** The kind of target of the profile, or of what it is being learned from; null before that. */
  private @Nullable TargetSpace learnedSpace(SeriesKey series) {
    Profile profile = profiles.newest(series.modelKey());
    return profile == null ? null : Spaces.of(profile.getSpace(), profile.getSize());
  }

  /** Panes of different kinds, such as of two source partitions, cannot be added up. */
  private static void leaveOut(
      SeriesKey series, PaneSketch pane, TargetSpace space, TargetSpace expected) {
    LOGGER.warn(
        "{}: {} predictions over {} left out of panes of {}: give the new kind a new version",
        series.inWords(),
        pane.getPredictions(),
        space,
        expected);
  }

  /** Forgets the panes of a series that start before the given time. */
  void forget(SeriesKey series, long before) {
    String end = series.pane(before);
    try (KeyValueIterator<String, Partial> old = store.range(series.panePrefix(), end)) {
      while (old.hasNext()) {
        String key = old.next().key;
        if (key.compareTo(end) < 0) {
          store.delete(key);
        }
      }
    }
  }

  private List<Partial> partials(SeriesKey series) {
    List<Partial> partials = new ArrayList<>();
    try (KeyValueIterator<String, Partial> all =
        store.prefixScan(series.panePrefix(), new StringSerializer())) {
      while (all.hasNext()) {
        KeyValue<String, Partial> entry = all.next();
        partials.add(entry.value);
      }
    }
    return partials;
  }
}
