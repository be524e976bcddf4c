package io.evenkeel.app.observe;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.state.Labelled;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.SharedProfiles;
import io.evenkeel.app.state.StoreNames;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The state of the first stage in one partition.
 *
 * @param observations predictions of open panes, with their labels once they have come
 * @param members which of them each pane has
 * @param earlyLabels labels whose predictions have not been seen
 * @param panes the open panes
 * @param samples samples of their predictions, from which profiles are learned
 * @param segments the segments of predictions
 * @param clocks event time of each model
 * @param settled what was settled without waiting for this partition
 * @param profiles the newest profiles
 */
record ObserveState(
    KeyValueStore<String, Observation> observations,
    Members members,
    EarlyLabels earlyLabels,
    OpenPanes panes,
    Samples samples,
    Segments segments,
    ModelEventTime clocks,
    Settled settled,
    Profiles profiles) {

  /** Where a store is found by its name; the caller knows its type. */
  interface Stores {
    @SuppressWarnings("TypeParameterUnusedInFormals") // as ProcessorContext has it
    <S extends StateStore> S get(String name);
  }

  /**
   * When the stores are opened.
   *
   * @param now wall-clock time, milliseconds since 1970
   * @param steady from that to time that does not jump, by which silence is measured
   * @param unread what waits to be read in this partition
   */
  record Opening(long now, LongUnaryOperator steady, Backlog.Heads unread) {}

  /**
   * The state in these stores.
   *
   * @param sharedProfiles what all tasks of the process share of profiles
   * @param counted the segments that are counted
   */
  static ObserveState of(
      Stores stores,
      AppConfig config,
      SharedProfiles sharedProfiles,
      Predicate<String> counted,
      Opening opening) {
    Profiles profiles =
        new Profiles(stores.get(StoreNames.PROFILES), config::labelNoise, sharedProfiles);
    KeyValueStore<String, Observation> observations = stores.get(StoreNames.OBSERVATIONS);
    OpenPanes panes =
        new OpenPanes(
            stores.get(StoreNames.OPEN_PANES),
            new LabelSums(stores.get(StoreNames.SKETCHES), observations, config::model),
            new DriftSums(stores.get(StoreNames.DRIFT), profiles),
            profiles,
            config::model);
    return new ObserveState(
        observations,
        new Members(stores.get(StoreNames.MEMBERS), observations, panes::isOpen),
        new EarlyLabels(stores.get(StoreNames.EARLY_LABELS)),
        panes,
        new Samples(stores.get(StoreNames.SAMPLES)),
        new Segments(stores.get(StoreNames.ACTIVE_SERIES), counted),
        new ModelEventTime(stores.get(StoreNames.CLOCKS), config.monitor().idleTimeout(), opening),
        new Settled(stores.get(StoreNames.ACTIVE_SERIES)),
        profiles);
  }

  /** Knows nothing by heart any more of a version of a model that is forgotten. */
  void forget(String modelKey) {
    profiles.forget(modelKey);
    segments.forget(modelKey);
  }

  /** What comes to panes of this version that end by this is late, milliseconds since 1970. */
  long closedThrough(String model, String version) {
    return Math.max(clocks.closedThrough(model, version), settled.through(model, version));
  }

  /** The observation of a prediction that is known to be stored. */
  Observation observation(String id) {
    return Objects.requireNonNull(observations.get(id), "a prediction of an open pane");
  }

  /**
   * The partner of an observation in block 2, in one of its series, with its target; null while the
   * pane does not count both.
   *
   * @param label number of the label of the observation: a later one of the partner is not counted
   */
  @Nullable Labelled partner(Observation observation, int segment, PaneKey pane, long label) {
    String id = observation.partners().get(segment);
    Observation partner = id == null ? null : observations.get(id);
    return partner == null || partner.number() > label || !panes.counts(pane, partner)
        ? null
        : labelled(partner);
  }

  /** The prediction and target of the observation; null while it has no label. */
  static @Nullable Labelled labelled(Observation observation) {
    ByteBuffer target = observation.target();
    return target == null
        ? null
        : new Labelled(
            BinaryForm.distribution(observation.distribution()),
            BinaryForm.target(target),
            observation.outcome(),
            observation.quarters(),
            false);
  }
}
