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
import io.evenkeel.app.state.Labelled;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.TargetSpaceCodec;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
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

  private final AppConfig config;
  private final EventChecks checks;
  private final Metrics metrics;
  private final ObserveState state;
  private final Recount recount;

  Joiner(AppConfig config, Metrics metrics, ObserveState state) {
    this.config = config;
    this.checks = new EventChecks(config);
    this.metrics = metrics;
    this.state = state;
    this.recount = new Recount(config, state);
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
    if (profile != null) {
      EventChecks.fits(event, TargetSpaceCodec.of(profile.getSpace(), profile.getSize()));
      return;
    }
    Pane pane = state.panes().get(new PaneKey(whole, start));
    if (pane != null) {
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
    PaneKey first = pane(event, segments.get(0), start);
    Predicted seen = new Predicted(event.distribution(), event.features(), segments.size() > 1);
    for (String segment : segments) {
      PaneKey pane = partners.isEmpty() ? first : pane(event, segment, start);
      String partner = state.panes().predicted(pane, event.id(), seen, offset);
      partners.add(partner);
      if (partner != null) {
        pairUp(partner, segment, event.id());
      }
    }
    int profile = profile(first);
    Observation observation =
        Observation.of(event, segments, distribution, outcome(event), start)
            .counted(
                profile,
                state.panes().quarters(first, event.features()),
                profile == 0 ? event.features() : Map.of())
            .paired(partners);
    state.observations().put(event.id(), observation);
    state.members().add(first, event.id());
  }

  private static PaneKey pane(PredictionEvent event, String segment, long start) {
    return new PaneKey(new SeriesKey(event.model(), event.version(), segment), start);
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

  /** Stores the id of the second of a pair with the first. */
  private void pairUp(String first, String segment, String second) {
    Observation observation = state.observation(first);
    List<@Nullable String> partners = observation.partners();
    partners.set(observation.segments().indexOf(segment), second);
    state.observations().put(first, observation.paired(partners));
  }

  private void sample(PredictionEvent event, long start, ByteBuffer distribution) {
    PaneKey pane = new PaneKey(SeriesKey.whole(event.model(), event.version()), start);
    SampledPrediction sampled = new SampledPrediction(event.id(), distribution, watched(event));
    ProfileSettings settings = checks.settings(event.model()).profile();
    state
        .samples()
        .offer(
            pane,
            event.id(),
            PartialPublisher.SAMPLED.serializer().serialize("", sampled),
            settings.reservoir(),
            settings.seed());
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
   * @return the model of its prediction; null if that has not come yet
   * @throws RejectedEventException if the label cannot be used
   */
  @Nullable String labelled(LabelEvent event, long offset, long now) {
    Observation observation = state.observations().get(event.id());
    if (observation != null) {
      joinOfModel(event, observation, offset, now);
      return observation.model();
    }
    state.earlyLabels().add(event, offset, now);
    metrics.count(Instrument.EARLY_LABELS);
    return null;
  }

  private void joinOfModel(LabelEvent event, Observation observation, long offset, long now) {
    try {
      join(event, observation, offset, now);
    } catch (RejectedEventException e) {
      throw e.of(observation.model());
    }
  }

  private void join(LabelEvent event, Observation observation, long offset, long now) {
    String model = observation.model();
    PredictiveDistribution distribution = BinaryForm.distribution(observation.distribution());
    Target target = checks.target(event, observation, distribution);
    ByteBuffer encoded = BinaryForm.bytes(target);
    if (event.revision() <= observation.revision()) {
      EventChecks.sameTarget(event, encoded, observation);
      metrics.count(Instrument.DUPLICATES, model, "label");
      return;
    }
    List<PaneKey> panes = PaneKey.of(observation, config);
    checkInTime(event, observation, panes, offset);
    panes.forEach(pane -> state.panes().labelRead(pane, offset));
    long number = state.panes().labels().next();
    List<PaneKey> lost =
        count(
            event.id(),
            number,
            observation,
            panes,
            new Labelled(
                distribution,
                target,
                observation.outcome(),
                observation.quarters(),
                panes.size() > 1));
    state.observations().put(event.id(), observation.labelled(event.revision(), encoded, number));
    recount.labelled(lost, panes.get(0));
    state.clocks().labelsReached(model, event.knownAt(), now);
    metrics.count(Instrument.LABELS, model);
    metrics.count(observation.isLabelled() ? Instrument.CORRECTIONS : Instrument.JOINED, model);
  }

  private void checkInTime(
      LabelEvent event, Observation observation, List<PaneKey> panes, long offset) {
    try {
      EventChecks.inTime(
          event,
          observation.madeAt(),
          checks.settings(observation.model()),
          isClosed(observation, panes.get(0)));
    } catch (RejectedEventException e) {
      late(observation, offset);
      throw e;
    }
  }

  private boolean isClosed(Observation observation, PaneKey pane) {
    PaneGrid panes = PaneGrid.of(checks.settings(observation.model()).window());
    return !state.panes().isOpen(pane)
        || panes.endOf(panes.startOf(observation.madeAt()))
            <= state.settled().through(observation.model(), observation.version());
  }

  /** Counts a label that came too late. */
  void late(Observation observation, long offset) {
    metrics.count(Instrument.LATE, observation.model(), "label");
    for (PaneKey pane : PaneKey.of(observation, config)) {
      state.panes().labelRead(pane, offset);
      state.panes().late(pane);
    }
  }

  /**
   * Counts the observation in each of its series, in the place of what it counted before. Whatever
   * has had a label once stays in the sample: then that depends on no order of labels.
   *
   * @return the panes whose other labels were lost to rounding when that was taken back
   */
  private List<PaneKey> count(
      String id, long number, Observation observation, List<PaneKey> panes, Labelled seen) {
    Labelled before = ObserveState.labelled(observation);
    List<PaneKey> lost = new ArrayList<>();
    for (int i = 0; i < panes.size(); i++) {
      PaneKey pane = panes.get(i);
      if (before == null) {
        state.panes().offer(pane, id);
      }
      if (state.panes().counts(pane, observation)) {
        Labelled partner = state.partner(observation, i, pane, number);
        if (before != null && !state.panes().remove(pane, id, before, partner)) {
          lost.add(pane);
        }
        state.panes().add(pane, id, number, seen, partner);
      }
    }
    return lost;
  }
}
