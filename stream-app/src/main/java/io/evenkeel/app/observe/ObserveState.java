package io.evenkeel.app.observe;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.observe.OpenPanes.Labelled;
import io.evenkeel.app.state.Profiles;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.schemas.internal.EarlyLabel;
import io.evenkeel.schemas.internal.Observation;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The state of the first stage in one partition.
 *
 * @param observations predictions of open panes, with their labels once they have come
 * @param earlyLabels labels whose predictions have not been seen
 * @param panes the open panes
 * @param samples samples of their predictions, from which profiles are learned
 * @param labelled samples of their predictions that have had a label: the ids alone
 * @param segments the segments of predictions
 * @param clocks event time of each model
 * @param profiles the newest profiles
 */
record ObserveState(
    KeyValueStore<String, Observation> observations,
    KeyValueStore<String, EarlyLabel> earlyLabels,
    OpenPanes panes,
    Samples samples,
    Samples labelled,
    Segments segments,
    Clocks clocks,
    Profiles profiles) {

  static ObserveState of(ProcessorContext<?, ?> context, AppConfig config) {
    Profiles profiles = new Profiles(context.getStateStore(StoreNames.PROFILES));
    return new ObserveState(
        context.getStateStore(StoreNames.OBSERVATIONS),
        context.getStateStore(StoreNames.EARLY_LABELS),
        new OpenPanes(
            context.getStateStore(StoreNames.OPEN_PANES),
            context.getStateStore(StoreNames.SKETCHES),
            new DriftSums(context.getStateStore(StoreNames.DRIFT), profiles),
            profiles),
        new Samples(context.getStateStore(StoreNames.SAMPLES)),
        new Samples(context.getStateStore(StoreNames.LABELLED)),
        new Segments(context.getStateStore(StoreNames.ACTIVE_SERIES)),
        new Clocks(
            context.getStateStore(StoreNames.CLOCKS),
            config.monitor().idleTimeout(),
            context.currentSystemTimeMs()),
        profiles);
  }

  /** Knows nothing by heart any more of a version of a model that is forgotten. */
  void forget(String modelKey) {
    profiles.forget(modelKey);
    segments.forget(modelKey);
  }

  /** The observation of a prediction that is known to be stored. */
  Observation observation(String id) {
    return Objects.requireNonNull(observations.get(id), "a prediction of an open pane");
  }

  /** The prediction and target of an observation; null while it has no label or is none. */
  @Nullable Labelled labelled(@Nullable String id) {
    Observation observation = id == null ? null : observations.get(id);
    return observation == null ? null : labelled(observation);
  }

  /** The prediction and target of the observation; null while it has no label. */
  static @Nullable Labelled labelled(Observation observation) {
    ByteBuffer target = observation.getTarget();
    return target == null
        ? null
        : new Labelled(
            BinaryForm.distribution(observation.getDistribution().duplicate()),
            BinaryForm.target(target.duplicate()));
  }
}
