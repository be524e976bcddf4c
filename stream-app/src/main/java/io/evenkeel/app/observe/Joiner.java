package io.evenkeel.app.observe;

import io.evenkeel.app.codec.BinaryForm;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.ProfileSettings;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.TargetSpaceCodec;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.schemas.internal.Observation;
import io.evenkeel.schemas.internal.Pane;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.SampledPrediction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Joins predictions with their labels, in whichever order they come, and counts each observation
 * once in each of its series: mutable.
 *
 * <p>Everything is decided before anything is stored, so that a rejected event leaves no trace but
 * its dead letter, and if it is late the time that it came from.
 */
final class Joiner {
  private static final int NO_LABEL = -1;
  private static final byte[] NOTHING = {};

  private final EventChecks checks;
  private final Metrics metrics;
  private final ObserveState state;

  Joiner(AppConfig config, Metrics metrics, ObserveState state) {
    this.checks = new EventChecks(config);
    this.metrics = metrics;
    this.state = state;
  }

  /**
   * Takes in a prediction.
   *
   * @param offset its offset
   * @param now wall-clock time, milliseconds since 1970
   * @return labels that had come before the prediction and cannot be used
   * @throws RejectedEventException if the prediction cannot be used
   */
  List<Rejection> predicted(PredictionEvent event, long offset, long now) {
    ModelSettings settings = checks.settings(event.model());
    ByteBuffer distribution = BinaryForm.bytes(event);
    Observation known = state.observations().get(event.id());
    if (known != null) {
      EventChecks.sameContent(event, distribution, known);
      metrics.count(Instrument.DUPLICATES, event.model(), "prediction");
      return List.of();
    }
    checks.limits().fitsAProfile(event.model(), distribution);
    checkRoom(event);
    PaneGrid panes = PaneGrid.of(settings.window());
    long start = panes.startOf(event.madeAt());
    checkOpen(event, panes.endOf(start), now);
    checkSpace(event, start);
    store(event, start, state.segments().of(event, settings), distribution, offset);
    if (!state.profiles().learned(SeriesKey.modelKey(event.model(), event.version()))) {
      sample(event, start, distribution);
    }
    state.clocks().predictionAt(event.model(), event.version(), event.madeAt(), now);
    metrics.count(Instrument.PREDICTIONS, event.model());
    return joinEarlyLabels(event.id(), now);
  }

  private void checkRoom(PredictionEvent event) {
    ModelEventTime clocks = state.clocks();
    if (!clocks.predicts(event.model())) {
      checks.limits().roomForModel(event.model(), clocks.predicting());
    }
    if (!clocks.knows(event.model(), event.version())) {
      checks.limits().roomForVersion(clocks.versions(event.model()));
    }
  }

  private void checkOpen(PredictionEvent event, long paneEnd, long now) {
    long closedThrough = state.closedThrough(event.model(), event.version());
    if (paneEnd <= closedThrough) {
      metrics.count(Instrument.LATE, event.model(), "prediction");
      state.clocks().lateAt(event.model(), event.madeAt(), now);
      throw EventChecks.late(event, closedThrough);
    }
  }

  /**
   * All predictions of a version are over the same targets: those of its profile, else of its pane.
   */
  private void checkSpace(PredictionEvent event, long start) {
    SeriesKey whole = SeriesKey.whole(event.model(), event.version());
    Profile profile = state.profiles().newest(whole.modelKey());
    Pane pane = state.panes().get(new PaneKey(whole, start));
    if (profile != null) {
      EventChecks.fits(event, TargetSpaceCodec.of(profile.getSpace(), profile.getSize()));
    } else if (pane != null) {
      EventChecks.fits(event, TargetSpaceCodec.of(pane.getSpace(), pane.getSize()));
    }
  }

  private void store(
      PredictionEvent event,
      long start,
      List<String> segments,
      ByteBuffer distribution,
      long offset) {
    List<@Nullable String> partners = new ArrayList<>(segments.size());
    for (String segment : segments) {
      PaneKey pane = new PaneKey(new SeriesKey(event.model(), event.version(), segment), start);
      String partner = state.panes().predicted(pane, event, offset);
      partners.add(partner);
      if (partner != null) {
        pairUp(partner, segment, event.id());
      }
    }
    PaneKey first =
        new PaneKey(new SeriesKey(event.model(), event.version(), segments.get(0)), start);
    int profile = profile(first);
    Outcome outcome = outcome(event);
    Observation observation =
        new Observation(
            event.model(),
            event.version(),
            event.madeAt(),
            segments,
            partners,
            distribution,
            NO_LABEL,
            null,
            profile == 0 ? event.features() : Map.of(),
            profile,
            ByteBuffer.wrap(state.panes().quarters(first, event.features())),
            EventChecks.content(event),
            outcome.id(),
            outcome.weight(),
            0L);
    state.observations().put(event.id(), observation);
    state.members().add(first, event.id());
  }

  private Outcome outcome(PredictionEvent event) {
    ModelSettings settings = checks.settings(event.model());
    Outcome outcome = event.cluster().outcome(settings.labels().rowsPerOutcome());
    return settings.overlap().of(event.id(), outcome);
  }

  /**
   * The version of the profile that an open pane is counted with, as are those of other segments.
   */
  private int profile(PaneKey key) {
    Pane pane = state.panes().get(key);
    return Objects.requireNonNull(pane, "an open pane").getProfile();
  }

  /** Tells the first of a pair who the second is. */
  private void pairUp(String first, String segment, String second) {
    Observation observation = state.observation(first);
    List<@Nullable String> partners = new ArrayList<>(observation.getPartners());
    partners.set(observation.getSegments().indexOf(segment), second);
    state
        .observations()
        .put(
            first,
            with(
                observation,
                partners,
                observation.getRevision(),
                observation.getTarget(),
                observation.getCounted()));
  }

  /** Not by a builder, which copies deeply. */
  private static Observation with(
      Observation observation,
      List<@Nullable String> partners,
      int revision,
      @Nullable ByteBuffer target,
      long counted) {
    return new Observation(
        observation.getModel(),
        observation.getVersion(),
        observation.getMadeAt(),
        observation.getSegments(),
        partners,
        observation.getDistribution(),
        revision,
        target,
        observation.getFeatures(),
        observation.getProfile(),
        observation.getQuarters(),
        observation.getContent(),
        observation.getOutcome(),
        observation.getWeight(),
        counted);
  }

  private void sample(PredictionEvent event, long start, ByteBuffer distribution) {
    PaneKey pane = new PaneKey(SeriesKey.whole(event.model(), event.version()), start);
    SampledPrediction sampled = new SampledPrediction(event.id(), distribution, watched(event));
    offer(
        state.samples(),
        pane,
        event.id(),
        PartialPublisher.SAMPLED.serializer().serialize("", sampled));
  }

  /** Those of the features that can come to be watched: the first by name, as they are learned. */
  private Map<String, Double> watched(PredictionEvent event) {
    int limit = checks.settings(event.model()).drift().featuresLimit();
    if (event.features().size() <= limit) {
      return event.features();
    }
    Map<String, Double> watched = new LinkedHashMap<>();
    event.features().keySet().stream()
        .sorted()
        .limit(limit)
        .forEach(name -> watched.put(name, event.features().get(name)));
    return watched;
  }

  private void offer(Samples samples, PaneKey pane, String id, byte[] content) {
    ProfileSettings settings = checks.settings(pane.series().model()).profile();
    samples.offer(pane, id, content, settings.reservoir(), settings.seed());
  }

  /** As if they came now, in the order in which they came. */
  private List<Rejection> joinEarlyLabels(String id, long now) {
    List<Rejection> rejections = new ArrayList<>();
    for (EarlyLabels.Waiting label : state.earlyLabels().take(id)) {
      try {
        joinOfModel(label.event(), state.observation(id), label.offset(), now);
      } catch (RejectedEventException e) {
        rejections.add(label.rejected(e));
      }
    }
    return rejections;
  }

  /**
   * Takes in a label.
   *
   * @param offset its offset
   * @param now wall-clock time, milliseconds since 1970
   * @throws RejectedEventException if the label cannot be used
   */
  void labelled(LabelEvent event, long offset, long now) {
    Observation observation = state.observations().get(event.id());
    if (observation != null) {
      joinOfModel(event, observation, offset, now);
      return;
    }
    state.earlyLabels().add(event, offset, now);
  }

  private void joinOfModel(LabelEvent event, Observation observation, long offset, long now) {
    try {
      join(event, observation, offset, now);
    } catch (RejectedEventException e) {
      throw e.of(observation.getModel());
    }
  }

  private void join(LabelEvent event, Observation observation, long offset, long now) {
    String model = observation.getModel();
    metrics.count(Instrument.LABELS, model);
    PredictiveDistribution distribution = BinaryForm.distribution(observation.getDistribution());
    Target target = checks.target(event, observation, distribution);
    ByteBuffer encoded = BinaryForm.bytes(target);
    if (event.revision() <= observation.getRevision()) {
      EventChecks.sameTarget(event, encoded, observation);
      metrics.count(Instrument.DUPLICATES, model, "label");
      return;
    }
    List<PaneKey> panes = checks.panes(observation);
    checkInTime(event, observation, panes, offset);
    panes.forEach(pane -> state.panes().labelRead(pane, offset));
    long number = state.panes().labels().next();
    count(
        event.id(),
        number,
        observation,
        panes,
        new Labelled(
            distribution,
            target,
            ObserveState.outcome(observation),
            ObserveState.quarters(observation)));
    state
        .observations()
        .put(
            event.id(),
            with(observation, observation.getPartners(), event.revision(), encoded, number));
    state.clocks().labelsReached(model, event.knownAt(), now);
    metrics.count(
        observation.getRevision() == NO_LABEL ? Instrument.JOINED : Instrument.CORRECTIONS, model);
  }

  private void checkInTime(
      LabelEvent event, Observation observation, List<PaneKey> panes, long offset) {
    try {
      checks.inTime(event, observation, isClosed(observation, panes.get(0)));
    } catch (RejectedEventException e) {
      late(observation, offset);
      throw e;
    }
  }

  private boolean isClosed(Observation observation, PaneKey pane) {
    PaneGrid panes = PaneGrid.of(checks.settings(observation.getModel()).window());
    return !state.panes().isOpen(pane)
        || panes.endOf(pane.start())
            <= state.settled().through(observation.getModel(), observation.getVersion());
  }

  /** Counts a label that came too late. */
  void late(Observation observation, long offset) {
    metrics.count(Instrument.LATE, observation.getModel(), "label");
    for (PaneKey pane : checks.panes(observation)) {
      state.panes().labelRead(pane, offset);
      state.panes().late(pane);
    }
  }

  /**
   * Counts the observation in each of its series, in the place of what it counted before. Whatever
   * has had a label once stays in the sample: then that depends on no order of labels.
   */
  private void count(
      String id, long number, Observation observation, List<PaneKey> panes, Labelled seen) {
    Labelled before = ObserveState.labelled(observation);
    for (int i = 0; i < panes.size(); i++) {
      PaneKey pane = panes.get(i);
      if (before == null) {
        offer(state.labelled(), pane, id, NOTHING);
      }
      if (state.panes().counts(pane, observation)) {
        Labelled partner = state.partner(observation, i, pane, number);
        if (before != null) {
          state.panes().remove(pane, before, partner);
        }
        state.panes().add(pane, number, seen, partner);
      }
    }
  }
}
