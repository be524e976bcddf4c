package io.evenkeel.app.observe;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import io.evenkeel.app.state.Blocks;
import io.evenkeel.app.state.Panes;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.internal.Frontier;
import io.evenkeel.schemas.internal.Pane;
import io.evenkeel.schemas.internal.PaneSketch;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.SampledPrediction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
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
  private final AppConfig config;
  private final int partition;
  private final ObserveState state;
  private final Joiner joiner;
  private final BiConsumer<String, Partial> out;
  private final Set<String> recounted = new HashSet<>();
  private final Map<String, Frontier> sent = new HashMap<>();

  Publisher(
      AppConfig config,
      int partition,
      ObserveState state,
      Joiner joiner,
      BiConsumer<String, Partial> out) {
    this.config = config;
    this.partition = partition;
    this.state = state;
    this.joiner = joiner;
    this.out = out;
  }

  /**
   * Publishes everything that changed since the last time.
   *
   * @param now wall-clock time, milliseconds since 1970
   * @return whether panes were closed
   */
  boolean publish(long now) {
    Map<String, Map<String, Long>> versions = state.clocks().versions();
    Map<String, @Nullable Profile> profiles = new HashMap<>();
    versions.forEach(
        (model, closed) ->
            closed.keySet().forEach(version -> profiles.put(modelKey(model, version), null)));
    profiles.replaceAll((modelKey, none) -> state.profiles().newest(modelKey));
    profiles.forEach(this::recountOnce);
    state.panes().takeDirty().forEach(this::publishPane);
    boolean closed = false;
    for (String model : versions.keySet()) {
      Clocks.Time time = state.clocks().time(model, now);
      if (time != null) {
        closed |= close(model, versions.get(model).keySet(), time, profiles);
        publishFrontier(model, time);
      }
    }
    return closed;
  }

  private void recountOnce(String modelKey, @Nullable Profile profile) {
    if (profile != null && profile.getProfile() > 0 && recounted.add(modelKey)) {
      Set<PaneKey> outdated = state.panes().outdated(modelKey);
      if (!outdated.isEmpty()) {
        joiner.recount(outdated);
      }
    }
  }

  private void publishPane(PaneKey key) {
    Pane pane = state.panes().get(key);
    if (pane == null) {
      return;
    }
    List<SampledPrediction> sample =
        state.profiles().learned(key.series().modelKey()) ? List.of() : state.samples().of(key);
    PaneSketch sketch =
        new PaneSketch(
            key.start(),
            pane.getSpace(),
            pane.getSize(),
            pane.getProfile(),
            pane.getPredictions(),
            pane.getLate(),
            Blocks.toBytes(state.panes().sums(key)),
            Blocks.toBytes(state.panes().embedded(key)),
            sample);
    SeriesKey series = key.series();
    Partial partial =
        new Partial(series.model(), series.version(), series.segment(), partition, null, sketch);
    out.accept(series.key(), partial);
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
        state.panes().close(modelKey, end, panes.length()).forEach(state.samples()::close);
        state.clocks().closeThrough(model, version, end);
        closed = true;
      }
    }
    return closed;
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
      out.accept(model, new Partial(model, "", "", partition, frontier, null));
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
