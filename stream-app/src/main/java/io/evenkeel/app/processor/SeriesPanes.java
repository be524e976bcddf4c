package io.evenkeel.app.processor;

import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.Spaces;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    for (Partial partial : partials(series)) {
      PaneSketch pane = Objects.requireNonNull(partial.getPane());
      SketchPlan plan =
          profiles.plan(
              series.modelKey(), Spaces.of(pane.getSpace(), pane.getSize()), pane.getProfile());
      if (plan == null) {
        return null;
      }
      add(series, panes, MergedPane.of(pane, plan));
    }
    return panes;
  }

  /** A pane in which source partitions differ in the kind of target keeps that of the first. */
  private static void add(SeriesKey series, Map<Long, MergedPane> panes, MergedPane pane) {
    MergedPane known = panes.get(pane.start());
    if (known == null) {
      panes.put(pane.start(), pane);
    } else if (known.space().equals(pane.space())) {
      panes.put(pane.start(), known.with(pane));
    } else {
      LOGGER.warn(
          "{}: {} predictions over {} left out of a pane of {}: give the new kind a new version",
          series.inWords(),
          pane.predictions(),
          pane.space(),
          known.space());
    }
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
