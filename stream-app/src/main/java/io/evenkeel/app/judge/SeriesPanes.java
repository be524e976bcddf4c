package io.evenkeel.app.judge;

import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.Entries;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.TargetSpaceCodec;
import io.evenkeel.core.drift.DriftPlan;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The panes of each series as the source partitions have published them: mutable, kept in a store.
 * Those of the series that were looked at last are remembered merged, so that a look reads no more
 * than what changed.
 */
final class SeriesPanes {
  private static final Logger LOGGER = LoggerFactory.getLogger(SeriesPanes.class);

  /** Looks at any series after which one that was not looked at makes room for others. */
  private static final int IDLE_LOOKS = 100_000;

  private final KeyValueStore<String, Partial> store;
  private final Profiles profiles;
  private final ToIntFunction<String> paneForms;

  /** Of the panes remembered merged; a pane of ten classes takes some 38 KB. */
  private final Room room;

  /** In the order of the last look or change; {@link #take} and {@link #remember} mind the room. */
  private final Map<SeriesKey, Merged> merged = new LinkedHashMap<>();

  private long looks;

  /** The merged panes of a series, and which have changed since. */
  private static final class Merged {
    private final @Nullable Profile profile;
    private final NavigableMap<Long, MergedPane> panes = new TreeMap<>();
    private final NavigableSet<Long> stale = new TreeSet<>();

    private long bytes;
    private long look;

    Merged(@Nullable Profile profile) {
      this.profile = profile;
    }

    void put(MergedPane pane) {
      remove(pane.start());
      panes.put(pane.start(), pane);
      bytes += pane.weight();
    }

    void remove(long start) {
      MergedPane known = panes.remove(start);
      bytes -= known == null ? 0 : known.weight();
    }

    void removeBefore(long start) {
      List.copyOf(panes.headMap(start).keySet()).forEach(this::remove);
      stale.headSet(start).clear();
    }
  }

  /** The same with the settings of the models. */
  SeriesPanes(
      KeyValueStore<String, Partial> store, Profiles profiles, AppConfig config, Room room) {
    this(store, profiles, model -> config.model(model).paneForm(), room);
  }

  /**
   * The panes in a store.
   *
   * @param paneForms the hash of the settings by which panes of a model are made, by its name:
   *     others are left out
   * @param room that panes which are remembered share with those of other tasks
   */
  SeriesPanes(
      KeyValueStore<String, Partial> store,
      Profiles profiles,
      ToIntFunction<String> paneForms,
      Room room) {
    this.store = store;
    this.profiles = profiles;
    this.paneForms = paneForms;
    this.room = room;
  }

  /** Whether the pane was made by other settings than those of this instance. */
  boolean isForeign(Partial partial) {
    return partial.getPaneForm() != paneForms.applyAsInt(partial.getModel());
  }

  /**
   * Checks that a pane is of the kind of target that the profile of its series is of.
   *
   * @throws RejectedEventException if it is of another
   */
  void check(SeriesKey series, PaneSketch pane) {
    Profile profile = profiles.newest(series.modelKey());
    if (profile != null
        && !TargetSpaceCodec.of(pane.getSpace(), pane.getSize())
            .equals(TargetSpaceCodec.of(profile.getSpace(), profile.getSize()))) {
      throw new RejectedEventException(
          Reason.WRONG_SPACE,
          series.inWords()
              + ": a pane of another kind of target than the profile's: give it a new version");
    }
  }

  /**
   * Whether the earlier partials of the pane are settled and forgotten. Partials are cumulative, so
   * that keeping another one would count its evidence twice. While a profile is being learned,
   * panes of the whole model are not forgotten.
   *
   * @param keptFrom panes that start before this are no longer kept, milliseconds since 1970
   */
  boolean forgot(SeriesKey series, Partial partial, PaneSketch pane, long keptFrom) {
    boolean forgets = !series.segment().isEmpty() || profiles.learned(series.modelKey());
    return forgets
        && pane.getStart() < keptFrom
        && store.get(series.partial(pane.getStart(), partial.getPartition())) == null;
  }

  /** Keeps the newest partial of its source partition. */
  void put(SeriesKey series, Partial partial, PaneSketch pane) {
    store.put(series.partial(pane.getStart(), partial.getPartition()), partial);
    Merged known = take(series);
    if (known != null) {
      known.remove(pane.getStart());
      known.stale.add(pane.getStart());
      remember(series, known);
    }
  }

  /**
   * The panes of a series that are kept, by start; null when they were made with a profile that has
   * not arrived here yet.
   */
  @Nullable NavigableMap<Long, MergedPane> load(SeriesKey series) {
    Profile profile = profiles.newest(series.modelKey());
    Merged known = take(series);
    if (known == null || !Objects.equals(known.profile, profile)) {
      known = new Merged(profile);
      if (!read(series, series.panePrefix(), known)) {
        return null;
      }
    }
    for (Long start : Set.copyOf(known.stale)) {
      if (!read(series, series.pane(start) + '|', known)) {
        return null;
      }
      known.stale.remove(start);
    }
    looks++;
    known.look = looks;
    remember(series, known);
    return new TreeMap<>(known.panes);
  }

  /** Start of the newest pane of a series that is kept, milliseconds since 1970; 0 without one. */
  long newest(SeriesKey series) {
    String prefix = series.panePrefix();
    try (KeyValueIterator<String, Partial> all =
        store.reverseRange(prefix, series.pane(Long.MAX_VALUE))) {
      if (!all.hasNext()) {
        return 0;
      }
      String key = all.peekNextKey();
      return Long.parseLong(key.substring(prefix.length(), key.lastIndexOf('|')));
    }
  }

  /**
   * What is remembered of a series, remembered no longer, so that it may change; null if nothing.
   */
  private @Nullable Merged take(SeriesKey series) {
    Merged known = merged.remove(series);
    if (known != null) {
      room.give(known.bytes);
    }
    return known;
  }

  /**
   * Remembers a series as the last one, if there is room. Others make room only if they have not
   * been looked at for long. Series are looked at in turn: to forget the one that was looked at
   * longest ago would forget each just before its turn, as soon as there is one too many.
   */
  private void remember(SeriesKey series, Merged known) {
    Iterator<Merged> oldest = merged.values().iterator();
    while (!room.take(known.bytes)) {
      Merged other = oldest.hasNext() ? oldest.next() : null;
      if (other == null || looks - other.look < IDLE_LOOKS) {
        return;
      }
      room.give(other.bytes);
      oldest.remove();
    }
    merged.put(series, known);
  }

  /** Remembers nothing any more. */
  void close() {
    merged.values().forEach(known -> room.give(known.bytes));
    merged.clear();
  }

  /** Merges the partials whose keys have the prefix; whether all their profiles have arrived. */
  private boolean read(SeriesKey series, String prefix, Merged into) {
    TargetSpace expected =
        into.profile != null
            ? TargetSpaceCodec.of(into.profile.getSpace(), into.profile.getSize())
            : into.panes.isEmpty() ? null : into.panes.firstEntry().getValue().space();
    NavigableMap<Long, List<MergedPane.Published>> published = new TreeMap<>();
    for (Partial partial : partials(prefix)) {
      if (isForeign(partial)) {
        continue; // left by the settings before a restart
      }
      PaneSketch pane = Objects.requireNonNull(partial.getPane());
      TargetSpace space = TargetSpaceCodec.of(pane.getSpace(), pane.getSize());
      expected = expected == null ? space : expected;
      if (!space.equals(expected)) {
        leaveOut(series, pane, space, expected);
        continue;
      }
      SketchPlan plan = profiles.plan(series.modelKey(), space, pane.getProfile());
      if (plan == null) {
        return false;
      }
      DriftPlan drift = profiles.drift(series.modelKey(), pane.getProfile());
      published
          .computeIfAbsent(pane.getStart(), start -> new ArrayList<>())
          .add(new MergedPane.Published(pane, plan, drift));
    }
    published.values().forEach(ofStart -> into.put(MergedPane.of(ofStart)));
    return true;
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
    Merged known = take(series);
    if (known != null) {
      known.removeBefore(before);
      if (!known.panes.isEmpty() || !known.stale.isEmpty()) {
        remember(series, known);
      }
    }
    String end = series.pane(before);
    Entries.keys(
        store.range(series.panePrefix(), end),
        key -> {
          if (key.compareTo(end) < 0) {
            // Unlike delete, this does not read what is there.
            store.put(key, null);
          }
        });
  }

  private List<Partial> partials(String prefix) {
    List<Partial> partials = new ArrayList<>();
    try (KeyValueIterator<String, Partial> all = store.prefixScan(prefix, new StringSerializer())) {
      while (all.hasNext()) {
        KeyValue<String, Partial> entry = all.next();
        partials.add(entry.value);
      }
    }
    return partials;
  }
}
