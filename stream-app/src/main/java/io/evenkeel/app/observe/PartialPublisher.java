package io.evenkeel.app.observe;

import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.config.ProfileSettings;
import io.evenkeel.app.config.RequestSize;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.PaneGrid;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.core.moments.BottomK;
import io.evenkeel.core.moments.Outcome;
import io.evenkeel.schemas.internal.EventCounts;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.Pane;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.SampledObservation;
import io.evenkeel.schemas.internal.SampledPrediction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Publishes what changed in one partition, closes panes whose labels have been awaited long enough,
 * and says how far the partition has come: mutable.
 *
 * <p>The order matters. A partial of a pane is sent before the frontier that closes the pane, to
 * the same consumer. So a consumer that has the frontier has the last partial of the pane. And a
 * pane that is to be judged with a profile is not closed before its sums have been made with it.
 */
final class PartialPublisher {
  /** How sampled predictions are kept. */
  static final RawAvroSerde<SampledPrediction> SAMPLED = RawAvroSerde.of(SampledPrediction.class);

  private final AppConfig config;
  private final Positions positions;
  private final ObserveState state;
  private final ProfileBackfill backfill;
  private final FormerPanes former;
  private final Out out;

  /**
   * The most bytes of sampled predictions: with the sums they make a record that can be written.
   */
  private final long mostOfPredictions;

  /** The same of labelled ones, which are sent again with every final word on a pane. */
  private final long mostOfObservations;

  private final Set<String> renewed = new HashSet<>();
  private final SentFrontiers sent = new SentFrontiers();

  /** When this publishes, wall-clock time. */
  private long now;

  /**
   * Where partials go, and how what cannot be published is left out.
   *
   * @param partials takes the key and the partial
   * @param isolation of what fails
   */
  record Out(BiConsumer<String, Partial> partials, Isolation isolation) {}

  PartialPublisher(
      AppConfig config,
      Positions positions,
      ObserveState state,
      ProfileBackfill backfill,
      Out out) {
    this.config = config;
    this.positions = positions;
    this.state = state;
    this.backfill = backfill;
    this.former = new FormerPanes(config, state.panes(), positions.partition());
    this.out = out;
    this.mostOfPredictions = RequestSize.value(config.kafka()) / 4;
    this.mostOfObservations = Math.min(mostOfPredictions, 512 * 1024);
  }

  /**
   * Publishes everything that changed since the last time.
   *
   * @param now wall-clock time, milliseconds since 1970
   */
  void publish(long now) {
    this.now = now;
    state.profiles().refresh();
    state.settled().refresh();
    Map<String, Map<String, Long>> versions = state.clocks().versions();
    Map<String, @Nullable Profile> profiles = new HashMap<>();
    versions.forEach(
        (model, closed) -> closed.keySet().forEach(version -> read(model, version, profiles)));
    renew(profiles);
    Set<String> renewing = renewing();
    state.panes().labels().takeOverdue().forEach(this::write);
    Patience patience = new Patience(config, state, out.isolation, sent, now);
    state.panes().takeChanged(now, patience::of).forEach(this::publishChanged);
    for (String model : versions.keySet()) {
      if (!renewing.contains(model)) {
        Set<String> all = versions.get(model).keySet();
        isolated(model, "closing panes of " + model, () -> advance(model, all, profiles));
      }
    }
    state.clocks().note(now);
  }

  /** Publishes what became of the events of a model. */
  void publish(String model, EventCounts events) {
    publish(model, null, events);
  }

  /** Of a whole model: how far its panes are closed, or what became of its events. */
  private void publish(String model, @Nullable Frontier frontier, @Nullable EventCounts events) {
    out.partials.accept(
        model, new Partial(model, "", "", positions.partition(), frontier, null, 0, events));
  }

  private void read(String model, String version, Map<String, @Nullable Profile> into) {
    String modelKey = modelKey(model, version);
    isolated(
        model,
        "reading the profile of " + model,
        () -> into.put(modelKey, state.profiles().newest(modelKey)));
  }

  private void write(PaneKey key) {
    String what = "writing the sums of " + key.series().inWords();
    isolated(key.series().model(), what, () -> state.panes().hurry(key));
  }

  /** Publishes a pane; one that fails is tried again the next time. */
  private void publishChanged(PaneKey key) {
    if (!isolated(
        key, () -> publishPane(key, isFinalWhileOpen(key) ? observations(key) : List.of()))) {
      state.panes().touch(key);
    }
  }

  private boolean isolated(PaneKey key, Runnable work) {
    return isolated(key.series().model(), "publishing " + key.series().inWords(), work);
  }

  private boolean isolated(String model, String what, Runnable work) {
    return out.isolation.done(model, what, now, work);
  }

  /** Closes what is over of a model, and says how far it has come. */
  private void advance(
      String model, Set<String> versions, Map<String, @Nullable Profile> profiles) {
    ModelEventTime.Time time = state.clocks().time(model, now);
    if (time != null) {
      publishIdle(model, versions, time);
      close(model, versions, time, profiles);
      forget(model, versions, time);
      if (isOver(model)) {
        forget(model);
      } else {
        publishFrontier(model, time);
      }
    }
  }

  /** Whether the name of the model is no longer used. */
  private boolean isOver(String model) {
    return state.clocks().isOver(model, config.model(model).forgetAfter(), now)
        && !state.settled().isJudged(model);
  }

  /** Lets go of a model: a partial of nothing says so. */
  private void forget(String model) {
    state.clocks().forget(model);
    sent.forget(model);
    publish(model, null, null);
  }

  /** Whether the pane may be called final before it is closed here. */
  private boolean isFinalWhileOpen(PaneKey key) {
    return config.model(key.series().model()).labels().minCoverage().isPresent();
  }

  /** The second stage does not wait for an idle partition: its panes may be final from now on. */
  private void publishIdle(String model, Set<String> versions, ModelEventTime.Time time) {
    Frontier last = sent.newest(model);
    if (time.idle() && (last == null || !last.getIdle())) {
      for (String version : versions) {
        state.panes().open(modelKey(model, version)).forEach(this::publishSampled);
      }
    }
  }

  /** Publishes a pane again if there is a sample of labelled predictions to go with it. */
  private void publishSampled(PaneKey key) {
    isolated(key, () -> publishWithSample(key));
  }

  private void publishWithSample(PaneKey key) {
    List<SampledObservation> observations = isFinalWhileOpen(key) ? List.of() : observations(key);
    if (!observations.isEmpty()) {
      publishPane(key, observations);
    }
  }

  /** Rebuilds the sums in the panes of all versions whose profile has come. */
  private void renew(Map<String, @Nullable Profile> profiles) {
    profiles.forEach(
        (modelKey, profile) -> {
          if (profile != null && profile.getProfile() > 0 && !renewed.contains(modelKey)) {
            String model = profile.getModel();
            isolated(model, "counting " + model + " again", () -> begin(modelKey, model));
          }
        });
    backfill.go(now);
  }

  private void begin(String modelKey, String model) {
    backfill.begin(modelKey);
    renewed.add(modelKey);
    // The samples that go with idleness go with the new sums.
    sent.forget(model);
  }

  /** The models that publish no frontier and close nothing until their sums are rebuilt. */
  private Set<String> renewing() {
    return state.panes().renewing().stream()
        .map(key -> key.series().model())
        .collect(Collectors.toSet());
  }

  private void publishPane(PaneKey key, List<SampledObservation> observations) {
    Pane pane = state.panes().get(key);
    if (pane == null || pane.getRenewing() || former.has(key, pane)) {
      return;
    }
    boolean learned = state.profiles().learned(key.modelKey());
    PaneSketch sketch =
        new PaneSketch(
            key.start(),
            pane.getSpace(),
            pane.getSize(),
            pane.getProfile(),
            pane.getPredictions(),
            pane.getLate(),
            state.panes().sums(key).toBytes(),
            state.panes().cases(key),
            DoublesCodec.toBytes(state.panes().drift(key)),
            learned ? List.of() : predictions(key),
            observations,
            positions.of(pane));
    SeriesKey series = key.series();
    Partial partial =
        new Partial(
            series.model(),
            series.version(),
            series.segment(),
            positions.partition(),
            null,
            sketch,
            pane.getPaneForm(),
            null);
    out.partials.accept(series.key(), partial);
  }

  /** The sample of the predictions of a pane; fewer if they are large. */
  private List<SampledPrediction> predictions(PaneKey key) {
    List<SampledPrediction> sample = new ArrayList<>();
    long bytes = 0;
    ProfileSettings settings = config.model(key.series().model()).profile();
    for (BottomK.Entry<byte[]> entry :
        state.samples().ranked(key, settings.reservoir(), settings.seed())) {
      bytes += entry.item().length;
      if (bytes > mostOfPredictions) {
        break;
      }
      sample.add(SAMPLED.deserializer().deserialize("", entry.item()));
    }
    return sample;
  }

  /**
   * The sample of labelled predictions of a pane with a profile, with the labels of now; fewer if
   * they are large.
   */
  private List<SampledObservation> observations(PaneKey key) {
    List<SampledObservation> sample = new ArrayList<>();
    long bytes = 0;
    Pane pane = state.panes().get(key);
    if (pane == null || pane.getProfile() == 0) {
      return sample;
    }
    for (String id : state.panes().sample(key)) {
      Observation seen = state.observation(id);
      ByteBuffer target = seen.target();
      Outcome outcome = seen.outcome();
      if (target != null && isIdentified(outcome)) {
        ByteBuffer distribution = seen.distribution();
        bytes += distribution.remaining() + target.remaining();
        if (bytes > mostOfObservations) {
          break;
        }
        sample.add(new SampledObservation(id, distribution, target, outcome.id()));
      }
    }
    return sample;
  }

  /** Whether the outcome is known: of rows that may share one, one row for each is judged. */
  private static boolean isIdentified(Outcome outcome) {
    return !outcome.isShared() || !outcome.id().isEmpty();
  }

  private void close(
      String model,
      Set<String> versions,
      ModelEventTime.Time time,
      Map<String, @Nullable Profile> profiles) {
    ModelSettings settings = config.model(model);
    PaneGrid panes = PaneGrid.of(settings.window());
    for (String version : versions) {
      String modelKey = modelKey(model, version);
      long closing = Math.min(time.labelsThrough(settings), held(profiles.get(modelKey)));
      long end = panes.startOf(Math.max(closing, state.settled().through(model, version)));
      if (end > state.clocks().closedThrough(model, version)) {
        for (PaneKey key : state.panes().ended(modelKey, end)) {
          if (!time.idle()) {
            publishSampled(key);
          }
          close(key);
        }
        state.clocks().closeThrough(model, version, end);
      }
    }
  }

  private void close(PaneKey key) {
    state.panes().close(key);
    state.samples().close(key);
    state.members().close(key);
  }

  /**
   * Lets go of versions that have had no predictions for long, and of panes held open for them:
   * never of a pane whose labels are awaited, however long it is.
   */
  private void forget(String model, Set<String> versions, ModelEventTime.Time time) {
    ModelSettings settings = config.model(model);
    PaneGrid panes = PaneGrid.of(settings.window());
    long over = time.labelsThrough(settings) - settings.forgetAfter().toMillis();
    for (String version : versions) {
      // The labels of its last pane are awaited still when a pane is longer than its absence.
      if (panes.endOf(panes.startOf(state.clocks().predicted(model, version))) < over) {
        String modelKey = modelKey(model, version);
        state.panes().open(modelKey).forEach(this::close);
        state.clocks().forget(model, version);
        state.forget(modelKey);
        renewed.remove(modelKey);
      }
    }
  }

  /** While a profile is being learned, panes that might be judged with it stay open. */
  private static long held(@Nullable Profile profile) {
    if (profile == null) {
      return ModelEventTime.NOTHING_CLOSED;
    }
    return profile.getProfile() > 0 ? Long.MAX_VALUE : profile.getLearnedThrough();
  }

  private void publishFrontier(String model, ModelEventTime.Time time) {
    ModelSettings settings = config.model(model);
    Frontier frontier =
        new Frontier(
            time.predictionsThrough(settings),
            time.labelsThrough(settings),
            state.clocks().closedThrough(model),
            time.idle(),
            time.predicted());
    if (sent.take(model, frontier, PaneGrid.of(settings.window()), now)) {
      publish(model, frontier, null);
    }
  }

  private static String modelKey(String model, String version) {
    return SeriesKey.modelKey(model, version);
  }
}
