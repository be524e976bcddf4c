package io.evenkeel.app.observe;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.ProfileSettings;
import io.evenkeel.app.state.Entries;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.Sums;
import io.evenkeel.app.state.TargetSpaceCodec;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.schemas.internal.Pane;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The panes that are still open in this partition: mutable, kept in several stores, so that
 * counting a prediction does not rewrite the sums.
 *
 * <p>Labels are numbered in the order in which this partition counts them. Sums are written now and
 * then, with the number of the last label that they count; after a restart {@link CatchUp} counts
 * the rest again, in the same order. So what cannot be counted again that way is written before the
 * next commit: new sums, labels that are taken back, and sums that are being rebuilt.
 */
final class OpenPanes {
  private static final byte[] NO_QUARTERS = {};
  private final KeyValueStore<String, Pane> panes;
  private final KeyValueStore<String, Sums> sketches;
  private final DriftSums drift;
  private final Profiles profiles;
  private final Function<String, ModelSettings> settings;
  private final Changes changes = new Changes();

  /** Those whose sums are being rebuilt. */
  private final Set<PaneKey> renewing = new HashSet<>();

  private final LabelNumbers labels = new LabelNumbers();
  private final CaseSums ofCase = new CaseSums();

  /**
   * The panes in these stores. After a restart every open pane counts as changed: what was
   * published last is not known.
   *
   * @param settings of a model, by its name
   */
  OpenPanes(
      KeyValueStore<String, Pane> panes,
      KeyValueStore<String, Sums> sketches,
      DriftSums drift,
      Profiles profiles,
      Function<String, ModelSettings> settings) {
    this.panes = panes;
    this.sketches = sketches;
    this.drift = drift;
    this.profiles = profiles;
    this.settings = settings;
    try (KeyValueIterator<String, Pane> all = panes.all()) {
      while (all.hasNext()) {
        var entry = all.next();
        PaneKey key = PaneKey.parse(entry.key);
        changes.add(key);
        if (entry.value.getRenewing()) {
          renewing.add(key);
        }
      }
    }
  }

  /** The counts of a pane; null when it is not open. */
  @Nullable Pane get(PaneKey key) {
    return panes.get(key.key());
  }

  /** Whether the pane is open. */
  boolean isOpen(PaneKey key) {
    return get(key) != null;
  }

  /** The sums of an open pane. */
  Sums sums(PaneKey key) {
    return Objects.requireNonNull(sketches.get(key.key()), "an open pane has sums");
  }

  /** The sums of an open pane from which drift is detected; empty without a profile. */
  double[] drift(PaneKey key) {
    return drift.of(key);
  }

  /**
   * Counts a prediction, and opens the pane if it is the first.
   *
   * @param id of the prediction
   * @param offset of the prediction
   * @return the id of the prediction it is paired with in block 2, null if it waits for a partner
   */
  @Nullable String predicted(PaneKey key, String id, Predicted seen, long offset) {
    Pane pane = get(key);
    TargetSpace space = seen.prediction().space();
    if (pane == null) {
      pane =
          new Pane(
              TargetSpaceCodec.kind(space),
              space.size(),
              versionInForce(key),
              0L,
              0L,
              null,
              offset,
              null,
              false,
              settings.apply(key.series().model()).paneForm());
      sketches.put(key.key(), Sums.empty(plan(key, pane).length(), labels.last()));
    }
    drift.predicted(key, pane.getProfile(), seen, labels.last());
    String partner = pane.getUnpaired();
    put(key, PaneCounts.predicted(pane, partner == null ? id : null));
    return partner;
  }

  /** Counts a label that came too late, if the pane is still open. */
  void late(PaneKey key) {
    Pane pane = get(key);
    if (pane != null) {
      put(key, PaneCounts.late(pane));
    }
  }

  /** Notes where a label that the pane counts came from; only the first is written down. */
  void labelRead(PaneKey key, long offset) {
    Pane pane = get(key);
    if (pane != null && (pane.getLabelsFrom() == null || offset < pane.getLabelsFrom())) {
      put(key, PaneCounts.labelsFrom(pane, offset));
    }
  }

  /**
   * The quarters of the features of a prediction, of the profile that the pane is counted with.
   *
   * @param features by name
   */
  byte[] quarters(PaneKey key, Map<String, Double> features) {
    return plan(key, open(key))
        .profile()
        .map(profile -> FeatureQuarters.cells(profile.features(), features))
        .orElse(NO_QUARTERS);
  }

  /** The numbers of the labels that are counted. */
  LabelNumbers labels() {
    return labels;
  }

  /**
   * Offers a prediction that has had a label to the sample of its pane, where it stays whatever
   * becomes of the label. What {@link #add} does not add after that, this writes next.
   */
  void offer(PaneKey key, String id) {
    Sums sums = sums(key);
    sample(key, sums).add(id, id);
    if (renewing.contains(key)) {
      sums.hurry();
      sketches.put(key.key(), sums);
    }
  }

  /** The sample of the labelled predictions of an open pane: their ids by rank. */
  List<String> sample(PaneKey key) {
    return sample(key, sums(key)).items();
  }

  private BottomK<String> sample(PaneKey key, Sums sums) {
    ProfileSettings profile = settings.apply(key.series().model()).profile();
    return sums.sample(profile.reservoir(), profile.seed());
  }

  /**
   * Adds a labelled prediction, and its pair if the partner is labelled too.
   *
   * @param number of the label
   */
  void add(PaneKey key, long number, Labelled seen, @Nullable Labelled partner) {
    drift.labelled(key, open(key).getProfile(), seen, number);
    addToSums(key, number, seen, partner);
  }

  private void addToSums(PaneKey key, long number, Labelled seen, @Nullable Labelled partner) {
    Sums sums = sums(key);
    Sketch sketch = sums.sketch(plan(key, open(key)));
    if (seen.ofSeveral()) {
      ofCase.add(sketch, seen);
    } else {
      seen.add(sketch);
    }
    seen.addPair(sketch, partner);
    sums.count(number);
    if (renewing.contains(key)) {
      sums.hurry();
    }
    put(key, sums);
    if (sums.waits()) {
      labels.missing(key, number);
    } else {
      drift.hurry(key);
      labels.written(key);
    }
  }

  /** Writes the sums of an open pane before the next commit. */
  void hurry(PaneKey key) {
    Sums sums = sums(key);
    sums.hurry();
    sketches.put(key.key(), sums);
    drift.hurry(key);
  }

  /**
   * The number of the last label that all sums of a pane count; the largest there is if they lack
   * none, as those of a pane that is not open or whose sums are being rebuilt.
   */
  long complete(PaneKey key) {
    if (!isOpen(key)) {
      return Long.MAX_VALUE;
    }
    long counted = sums(key).counted();
    labels.used(counted);
    return renewing.contains(key) ? Long.MAX_VALUE : Math.min(counted, drift.counted(key));
  }

  /** Adds a labelled prediction to those sums that lack it, if it is given in order. */
  void addAgain(PaneKey key, String id, long number, Labelled seen, @Nullable Labelled partner) {
    labels.missing(key, number);
    if (number > drift.counted(key)) {
      drift.labelled(key, open(key).getProfile(), seen, number);
    }
    if (number > sums(key).counted()) {
      offer(key, id);
      addToSums(key, number, seen, partner);
    }
  }

  /** Takes back what {@link #add} added; whether the sums of others are as good as without it. */
  boolean remove(PaneKey key, Labelled seen, @Nullable Labelled partner) {
    Pane pane = open(key);
    drift.takeBack(key, pane.getProfile(), seen);
    Sums sums = sums(key);
    boolean areGood = seen.remove(sums.sketch(plan(key, pane)), partner);
    sums.hurry();
    put(key, sums);
    return areGood;
  }

  /**
   * Takes back the labels of all predictions, which are to be added again before the next event.
   */
  void clearLabels(PaneKey key) {
    Pane pane = open(key);
    drift.clearLabels(key, pane.getProfile());
    put(key, sums(key).emptied(plan(key, pane).length(), labels.last()));
  }

  private Pane open(PaneKey key) {
    return Objects.requireNonNull(get(key), "an open pane");
  }

  private void put(PaneKey key, Sums sums) {
    sketches.put(key.key(), sums);
    changes.add(key);
  }

  /**
   * Empties the sums of a pane, which from now on are made with the profile in force, until {@link
   * #renewed}.
   */
  void renew(PaneKey key) {
    Pane pane =
        Pane.newBuilder(open(key)).setProfile(versionInForce(key)).setRenewing(true).build();
    drift.forget(key);
    sketches.put(key.key(), sums(key).emptied(plan(key, pane).length(), labels.last()));
    put(key, pane);
    renewing.add(key);
  }

  /** The panes whose sums are being rebuilt. */
  Set<PaneKey> renewing() {
    return Set.copyOf(renewing);
  }

  /** All sums count everything again. */
  void renewed() {
    for (PaneKey key : renewing) {
      put(key, Pane.newBuilder(open(key)).setRenewing(false).build());
      changes.renew(key);
    }
    renewing.clear();
  }

  /** Lets a pane count as changed and never published. */
  void touch(PaneKey key) {
    changes.renew(key);
  }

  /** Whether the sums of an open pane count one of its predictions yet. */
  boolean counts(PaneKey key, Observation observation) {
    return !renewing.contains(key) || observation.profile() == open(key).getProfile();
  }

  /**
   * Counts a prediction again.
   *
   * @return version of the profile that it is counted with
   */
  int predictedAgain(PaneKey key, Predicted seen) {
    int profile = open(key).getProfile();
    drift.predicted(key, profile, seen, labels.last());
    return profile;
  }

  /** The open panes of a version of a model whose sums were begun with another profile. */
  Set<PaneKey> outdated(String modelKey) {
    return open(modelKey, (key, pane) -> pane.getProfile() != versionInForce(key));
  }

  /** The open panes. */
  Set<PaneKey> open() {
    Set<PaneKey> open = new HashSet<>();
    Entries.keys(panes.all(), key -> open.add(PaneKey.parse(key)));
    return open;
  }

  /** The open panes of a version of a model that start before the given time. */
  Set<PaneKey> open(String modelKey, long before) {
    return open(modelKey, (key, pane) -> key.start() < before);
  }

  private Set<PaneKey> open(String modelKey, BiPredicate<PaneKey, Pane> which) {
    Set<PaneKey> open = new HashSet<>();
    try (KeyValueIterator<String, Pane> all =
        panes.prefixScan(modelKey + '|', new StringSerializer())) {
      while (all.hasNext()) {
        var entry = all.next();
        PaneKey key = PaneKey.parse(entry.key);
        if (which.test(key, entry.value)) {
          open.add(key);
        }
      }
    }
    return open;
  }

  /** Forgets a pane. */
  void close(PaneKey key) {
    // Unlike delete, this does not read what is there.
    panes.put(key.key(), null);
    sketches.put(key.key(), null);
    drift.forget(key);
    changes.forget(key);
    labels.written(key);
    renewing.remove(key);
  }

  /**
   * Takes the panes that changed and are to be published now.
   *
   * @param now wall-clock time, milliseconds since 1970
   * @param patience how long after its last publication a pane may wait, milliseconds
   */
  Set<PaneKey> takeChanged(long now, ToLongFunction<PaneKey> patience) {
    return changes.take(now, patience);
  }

  private int versionInForce(PaneKey key) {
    return profiles.versionFor(key.modelKey(), key.start());
  }

  private SketchPlan plan(PaneKey key, Pane pane) {
    TargetSpace space = TargetSpaceCodec.of(pane.getSpace(), pane.getSize());
    return Objects.requireNonNull(
        profiles.plan(key.modelKey(), space, pane.getProfile()),
        "the profile that the pane was begun with");
  }

  private void put(PaneKey key, Pane pane) {
    panes.put(key.key(), pane);
    changes.add(key);
  }
}
