package io.evenkeel.app.observe;

import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.Blocks;
import io.evenkeel.app.state.Panes;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.Observation;
import io.evenkeel.schemas.internal.Pane;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.SampledObservation;
import io.evenkeel.schemas.internal.SampledPrediction;
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
 * the same consumer, so whoever knows the frontier has the last word on the pane. And a pane that
 * is to be judged with a profile is not closed before its sums have been made with it.
 */
final class Publisher {
  /** A partial must be a record that brokers take, of 1 MiB at their defaults. */
  private static final long MOST_BYTES = 512 * 1024;

  /** How sampled predictions are kept. */
  static final RawAvroSerde<SampledPrediction> SAMPLED = RawAvroSerde.of(SampledPrediction.class);

  private final AppConfig config;
  private final Positions positions;
  private final ObserveState state;
  private final Renewal renewal;
  private final BiConsumer<String, Partial> out;
  private final Set<String> renewed = new HashSet<>();
  private final Map<String, Frontier> sent = new HashMap<>();

  Publisher(
      AppConfig config,
      Positions positions,
      ObserveState state,
      Renewal renewal,
      BiConsumer<String, Partial> out) {
    this.config = config;
    this.positions = positions;
    this.state = state;
    this.renewal = renewal;
    this.out = out;
  }

  /**
   * Publishes everything that changed since the last time.
   *
   * @param now wall-clock time, milliseconds since 1970
   * @return whether panes were closed
   */
  boolean publish(long now) {
    state.profiles().refresh();
    Map<String, Map<String, Long>> versions = state.clocks().versions();
    Map<String, @Nullable Profile> profiles = new HashMap<>();
    versions.forEach(
        (model, closed) ->
            closed.keySet().forEach(version -> profiles.put(modelKey(model, version), null)));
    profiles.replaceAll((modelKey, none) -> state.profiles().newest(modelKey));
    renew(profiles);
    Set<String> renewing = renewing();
    for (PaneKey key : state.panes().takeDirty()) {
      publishPane(key, isFinalWhileOpen(key) ? observations(key) : List.of());
    }
    boolean closed = false;
    for (String model : versions.keySet()) {
      Clocks.Time time = state.clocks().time(model, now);
      if (time != null && !renewing.contains(model)) {
        Set<String> all = versions.get(model).keySet();
        publishIdle(model, all, time);
        closed |= close(model, all, time, profiles);
        closed |= forget(model, all, time);
        publishFrontier(model, time);
      }
    }
    state.clocks().note(now);
    return closed;
  }

  /** Whether the pane may be called final before it is closed here. */
  private boolean isFinalWhileOpen(PaneKey key) {
    return config.model(key.series().model()).labels().minCoverage().isPresent();
  }

  /** Nobody waits for a partition that is idle: its panes may be called final from now on. */
  private void publishIdle(String model, Set<String> versions, Clocks.Time time) {
    Frontier last = sent.get(model);
    if (time.idle() && (last == null || !last.getIdle())) {
      for (String version : versions) {
        state.panes().open(modelKey(model, version), Long.MAX_VALUE).forEach(this::publishSampled);
      }
    }
  }

  /** Publishes a pane again if there is a sample of labelled predictions to go with it. */
  private void publishSampled(PaneKey key) {
    List<SampledObservation> observations = isFinalWhileOpen(key) ? List.of() : observations(key);
    if (!observations.isEmpty()) {
      publishPane(key, observations);
    }
  }

  /** Makes the sums anew in the panes of all versions whose profile has come. */
  private void renew(Map<String, @Nullable Profile> profiles) {
    profiles.forEach(
        (modelKey, profile) -> {
          if (profile != null && profile.getProfile() > 0 && renewed.add(modelKey)) {
            renewal.begin(modelKey);
            // The samples that go with idleness go with the new sums.
            sent.remove(profile.getModel());
          }
        });
    renewal.go();
  }

  /** The models that say nothing and close nothing until their sums have been made anew. */
  private Set<String> renewing() {
    return state.panes().renewing().stream()
        .map(key -> key.series().model())
        .collect(Collectors.toSet());
  }

  private void publishPane(PaneKey key, List<SampledObservation> observations) {
    Pane pane = state.panes().get(key);
    if (pane == null || pane.getRenewing()) {
      return;
    }
    boolean learned = state.profiles().learned(key.series().modelKey());
    PaneSketch sketch =
        new PaneSketch(
            key.start(),
            pane.getSpace(),
            pane.getSize(),
            pane.getProfile(),
            pane.getPredictions(),
            pane.getLate(),
            Blocks.toBytes(state.panes().sums(key)),
            Blocks.toBytes(state.panes().drift(key)),
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
            sketch);
    out.accept(series.key(), partial);
  }

  private List<SampledPrediction> predictions(PaneKey key) {
    return state.samples().of(key).values().stream()
        .map(bytes -> SAMPLED.deserializer().deserialize("", bytes))
        .toList();
  }

  /**
   * The sample of labelled predictions of a pane with a profile, with the labels of now; empty if
   * it is too large to be sent.
   */
  private List<SampledObservation> observations(PaneKey key) {
    List<SampledObservation> sample = new ArrayList<>();
    long bytes = 0;
    Pane pane = state.panes().get(key);
    if (pane != null && pane.getProfile() > 0) {
      for (String id : state.labelled().of(key).keySet()) {
        Observation seen = state.observation(id);
        if (seen.getTarget() != null) {
          sample.add(new SampledObservation(id, seen.getDistribution(), seen.getTarget()));
          bytes += seen.getDistribution().remaining();
        }
      }
    }
    return bytes > MOST_BYTES ? List.of() : sample;
  }

  private boolean close(
      String model,
      Set<String> versions,
      Clocks.Time time,
      Map<String, @Nullable Profile> profiles) {
    ModelSettings settings = config.model(model);
    Panes panes = Panes.of(settings.window());
    boolean closed = false;
    for (String version : versions) {
      String modelKey = modelKey(model, version);
      long end =
          panes.startOf(Math.min(labelsThrough(settings, time), held(profiles.get(modelKey))));
      if (end > state.clocks().closedThrough(model, version)) {
        for (PaneKey key : state.panes().open(modelKey, end)) {
          if (!time.idle()) {
            publishSampled(key);
          }
          close(key);
        }
        state.clocks().closeThrough(model, version, end);
        closed = true;
      }
    }
    return closed;
  }

  private void close(PaneKey key) {
    state.panes().close(key);
    state.samples().close(key);
    state.labelled().close(key);
  }

  /**
   * Lets go of versions that nobody has predicted with for long, and of panes held open for them:
   * never of a pane whose labels are awaited, however long it is.
   */
  private boolean forget(String model, Set<String> versions, Clocks.Time time) {
    ModelSettings settings = config.model(model);
    Panes panes = Panes.of(settings.window());
    long over = labelsThrough(settings, time) - settings.forgetAfter().toMillis();
    boolean forgotten = false;
    for (String version : versions) {
      if (panes.endOf(panes.startOf(state.clocks().predicted(model, version))) < over) {
        String modelKey = modelKey(model, version);
        state.panes().open(modelKey, Long.MAX_VALUE).forEach(this::close);
        state.clocks().forget(model, version);
        state.forget(modelKey);
        renewed.remove(modelKey);
        forgotten = true;
      }
    }
    return forgotten;
  }

  /** While a profile is being learned, panes that might be judged with it stay open. */
  private static long held(@Nullable Profile profile) {
    if (profile == null) {
      return Clocks.NOTHING_CLOSED;
    }
    return profile.getProfile() > 0 ? Long.MAX_VALUE : profile.getLearnedThrough();
  }

  private void publishFrontier(String model, Clocks.Time time) {
    ModelSettings settings = config.model(model);
    long grace = settings.window().grace().toMillis();
    Frontier frontier =
        new Frontier(
            Math.max(Clocks.NOTHING_CLOSED, time.predictions() - grace),
            labelsThrough(settings, time),
            state.clocks().closedThrough(model),
            time.idle(),
            time.predicted());
    if (!frontier.equals(sent.put(model, frontier))) {
      out.accept(model, new Partial(model, "", "", positions.partition(), frontier, null));
    }
  }

  private static long labelsThrough(ModelSettings settings, Clocks.Time time) {
    long back = settings.window().grace().toMillis() + settings.labels().maxWait().toMillis();
    return Math.max(Clocks.NOTHING_CLOSED, time.labels() - back);
  }

  private static String modelKey(String model, String version) {
    return SeriesKey.modelKey(model, version);
  }
}
