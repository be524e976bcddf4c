package io.evenkeel.app.observe;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.MapStore;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.SharedProfiles;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.schemas.internal.ActiveSeries;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;

/**
 * Counts again what one source partition counted of one series: mutable, in memory. It is counted
 * by what counted it first, with the profile in force from the beginning and no pane closed, so
 * that sums differ in the order of their terms at most. Give it all predictions in the order of
 * their offsets, then all labels in theirs, without those that came too late.
 */
public final class PartitionReplay {
  /** Long after all events: none is from the future. */
  private static final long NOW = 1L << 60;

  private final AppConfig config;
  private final SeriesKey series;
  private final ObserveState state;
  private final Joiner joiner;
  private final PartialPublisher publisher;
  private final PredictionSample sample;
  private final Map<Long, Partial> partials = new TreeMap<>();

  /**
   * What is known beside the events.
   *
   * @param profiles the profile that the sums are made with, by the key of its version of the
   *     model; none for sums without
   * @param active the series that are judged, by key, which have a place among the segments
   */
  public record Known(Map<String, Profile> profiles, Map<String, ActiveSeries> active) {}

  /**
   * A count of nothing.
   *
   * @param partition the source partition
   */
  public PartitionReplay(AppConfig config, SeriesKey series, int partition, Known known) {
    this.config = config;
    this.series = series;
    this.sample = new PredictionSample(config);
    Memory memory = new Memory();
    known.profiles.forEach(
        (key, profile) ->
            memory.global(StoreNames.PROFILES).put(key, ValueAndTimestamp.make(profile, 0)));
    known.active.forEach(
        (key, active) -> memory.global(StoreNames.ACTIVE_SERIES).put(key, unsettled(active)));
    state =
        ObserveState.of(
            memory,
            config,
            new SharedProfiles(),
            series.segment()::equals,
            new ObserveState.Opening(NOW, LongUnaryOperator.identity(), Backlog.Heads.none()));
    Metrics metrics = new Metrics();
    Isolation isolation = new Isolation(metrics);
    joiner = new Joiner(config, metrics, state);
    ProfileBackfill nothing = new ProfileBackfill(config, state, isolation, 0);
    publisher =
        new PartialPublisher(
            config,
            new Positions(partition),
            state,
            nothing,
            new PartialPublisher.Out(this::keep, isolation));
  }

  /** What came too late is not given to this, so nothing is. */
  private static ActiveSeries unsettled(ActiveSeries active) {
    return new ActiveSeries(active.getWeight(), active.getSince(), ModelEventTime.NOTHING_CLOSED);
  }

  /** Counts a prediction, if it is one of the series. */
  public void predicted(PredictionEvent event, long offset) {
    boolean ofVersion =
        event.model().equals(series.model()) && event.version().equals(series.version());
    if (ofVersion
        && sample.has(event)
        && !state.segments().of(event, config.model(event.model())).isEmpty()) {
      try {
        joiner.predicted(event, offset, NOW);
      } catch (RejectedEventException e) {
        // So it was then.
      }
    }
  }

  /** Counts a label, if its prediction was counted. */
  public void labelled(LabelEvent event, long offset) {
    if (state.observations().get(event.id()) != null) {
      try {
        joiner.labelled(event, offset, NOW);
      } catch (RejectedEventException e) {
        // So it was then, and a late one has been counted as such.
      }
    }
  }

  /** Counts a label that came too late, if its prediction was counted. */
  public void late(LabelEvent event, long offset) {
    Observation observation = state.observations().get(event.id());
    if (observation != null) {
      joiner.late(observation, offset);
    }
  }

  /** What was counted of each pane. */
  public Iterable<Partial> partials() {
    publisher.publish(NOW + config.monitor().idleTimeout().toMillis());
    return partials.values();
  }

  private void keep(String key, Partial partial) {
    if (partial.getPane() != null) {
      partials.put(partial.getPane().getStart(), partial);
    }
  }

  /** Stores in memory, each made when it is first asked for. */
  private static final class Memory implements ObserveState.Stores {
    private final Map<String, MapStore<?>> stores = new HashMap<>();

    @Override
    // The caller knows the type of the store, as with Kafka Streams' own contexts.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <S extends StateStore> S get(String name) {
      return (S) stores.computeIfAbsent(name, MapStore::new);
    }

    private MapStore<Object> global(String name) {
      return get(name);
    }
  }
}
