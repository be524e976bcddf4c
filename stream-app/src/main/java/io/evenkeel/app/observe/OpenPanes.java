package io.evenkeel.app.observe;

import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.Entries;
import io.evenkeel.app.state.Labelled;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.Sums;
import io.evenkeel.app.state.TargetSpaceCodec;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.schemas.internal.Pane;
import io.evenkeel.schemas.internal.PaneCase;
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
  private final LabelSums sums;
  private final DriftSums drift;
  private final Profiles profiles;
  private final Function<String, ModelSettings> settings;
  private final Changes changes = new Changes();

  /** Those whose sums are being rebuilt. */
  private final Set<PaneKey> renewing = new HashSet<>();

  private final LabelNumbers labels = new LabelNumbers();

  /**
   * The panes in these stores. After a restart every open pane counts as changed: what was
   * published last is not known.
   *
   * @param settings of a model, by its name
   */
  OpenPanes(
      KeyValueStore<String, Pane> panes,
      LabelSums sums,
      DriftSums drift,
      Profiles profiles,
      Function<String, ModelSettings> settings) {
    this.panes = panes;
    this.sums = sums;
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
    return sums.of(key);
  }

  /** The cases that an open pane counts without a block of sums. */
  List<PaneCase> cases(PaneKey key) {
    return sums.cases(key, sums(key));
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
              settings.apply(key.series().model()).paneForm(),
              length(key));
      sums.put(key, Sums.unmade(labels.last()));
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
    Sums of = sums(key);
    sums.sample(key, of).add(id, id);
    if (renewing.contains(key)) {
      of.hurry();
      sums.put(key, of);
    }
  }

  /** The sample of the labelled predictions of an open pane: their ids by rank. */
  List<String> sample(PaneKey key) {
    return sums.sample(key, sums(key)).items();
  }

  /**
   * Adds a labelled prediction, and its pair if the partner is labelled too.
   *
   * @param id of the prediction
   * @param number of the label
   */
  void add(PaneKey key, String id, long number, Labelled seen, @Nullable Labelled partner) {
    drift.labelled(key, open(key).getProfile(), seen, number);
    addToSums(key, id, number, seen, partner);
  }

  private void addToSums(
      PaneKey key, String id, long number, Labelled seen, @Nullable Labelled partner) {
    Sums added = sums.add(key, plan(key, open(key)), id, seen, partner);
    added.count(number);
    if (renewing.contains(key)) {
      added.hurry();
    }
    put(key, added);
    if (added.waits()) {
      labels.missing(key, number);
    } else {
      drift.hurry(key);
      labels.written(key);
    }
  }

  /** Writes the sums of an open pane before the next commit. */
  void hurry(PaneKey key) {
    Sums of = sums(key);
    of.hurry();
    sums.put(key, of);
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
      addToSums(key, id, number, seen, partner);
    }
  }

  /** Takes back what {@link #add} added; whether the sums of others are as good as without it. */
  boolean remove(PaneKey key, String id, Labelled seen, @Nullable Labelled partner) {
    Pane pane = open(key);
    drift.takeBack(key, pane.getProfile(), seen);
    changes.add(key);
    return sums.remove(key, plan(key, pane), id, seen, partner);
  }

  /** Takes back the labels of all predictions, to be added again before the next event. */
  void clearLabels(PaneKey key) {
    drift.clearLabels(key, open(key).getProfile());
    put(key, sums(key).emptied(labels.last()));
  }

  private Pane open(PaneKey key) {
    return Objects.requireNonNull(get(key), "an open pane");
  }

  private void put(PaneKey key, Sums changed) {
    sums.put(key, changed);
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
    sums.put(key, sums(key).emptied(labels.last()));
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

  /** The open panes of a version of a model. */
  Set<PaneKey> open(String modelKey) {
    return open(modelKey, (key, pane) -> true);
  }

  /** Those of them that end by the given time, also if panes were longer when they were begun. */
  Set<PaneKey> ended(String modelKey, long end) {
    return open(modelKey, (key, pane) -> key.start() + length(key, pane) <= end);
  }

  private long length(PaneKey key, Pane pane) {
    return pane.getLength() > 0 ? pane.getLength() : length(key);
  }

  private long length(PaneKey key) {
    return PaneGrid.of(settings.apply(key.series().model()).window()).length();
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
    sums.put(key, null);
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
