package io.evenkeel.app.topology;

import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.RequestSize;
import io.evenkeel.app.judge.Inhibitions;
import io.evenkeel.app.judge.JudgeProcessor;
import io.evenkeel.app.judge.SeriesWeights;
import io.evenkeel.app.judge.Tombstone;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.observe.Backlog;
import io.evenkeel.app.observe.Observation;
import io.evenkeel.app.observe.ObserveProcessor;
import io.evenkeel.app.observe.Rejection;
import io.evenkeel.app.observe.SteadyClock;
import io.evenkeel.app.state.DoublesCodec;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.app.state.Sums;
import io.evenkeel.app.state.WriteBackStore;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Metric;
import io.evenkeel.schemas.PublishedMap;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.ActiveSeries;
import io.evenkeel.schemas.internal.EarlyLabel;
import io.evenkeel.schemas.internal.ModelClock;
import io.evenkeel.schemas.internal.ModelFrontiers;
import io.evenkeel.schemas.internal.MonitorState;
import io.evenkeel.schemas.internal.Pane;
import io.evenkeel.schemas.internal.Partial;
import io.evenkeel.schemas.internal.Profile;
import io.evenkeel.schemas.internal.SeriesState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Branched;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * Predictions and labels in; verdicts, metrics, alerts, maps that recalibrate and dead letters out,
 * in two stages.
 *
 * <p>The first stage scales with the partitions of the input: it joins, sketches and publishes
 * partials. The second merges the partials of all partitions, of each version of a model in one
 * task, and judges.
 */
public final class CalibrationTopology {
  private final AppConfig config;
  private final Topics topics;
  private final Metrics metrics;
  private final int sourcePartitions;
  private final DslStoreSuppliers stores;

  /** The most memory of what stores hold, bytes. */
  private final long cache;

  private final SeriesWeights weights = new SeriesWeights();

  private CalibrationTopology(
      AppConfig config,
      Topics topics,
      Metrics metrics,
      int sourcePartitions,
      DslStoreSuppliers stores,
      long cache) {
    this.config = config;
    this.topics = topics;
    this.metrics = metrics;
    this.sourcePartitions = sourcePartitions;
    this.stores = stores;
    this.cache = cache;
  }

  /**
   * The topology.
   *
   * @param properties of Kafka Streams; they say that every name must be explicit, which only a
   *     builder that knows them enforces, and where the stores keep their entries
   * @param topics the topics and their serdes
   * @param sourcePartitions the number of partitions of the predictions topic and of the labels
   *     topic
   */
  public static Topology build(
      AppConfig config,
      StreamsConfig properties,
      Topics topics,
      Metrics metrics,
      int sourcePartitions) {
    metrics.expect(config.models().keySet());
    StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(properties));
    DslStoreSuppliers unlogged = UnloggedStores.of(properties);
    DslStoreSuppliers stores =
        unlogged != null
            ? unlogged
            : Utils.newInstance(
                properties.getClass(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG),
                DslStoreSuppliers.class);
    long cache = properties.getLong(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG);
    new CalibrationTopology(config, topics, metrics, sourcePartitions, stores, cache).add(builder);
    return builder.build();
  }

  /** The Kafka Streams properties by which the topology has the clock of this machine. */
  public static Map<String, Object> properties() {
    return SteadyClock.properties();
  }

  private void add(StreamsBuilder builder) {
    builder.globalTable(
        topics.profiles().name(),
        topics.profiles().read("read-profiles"),
        Materialized.<String, Profile, KeyValueStore<Bytes, byte[]>>as(StoreNames.PROFILES)
            .withKeySerde(Serdes.String())
            // A restart fills the store with the bytes of the topic, whatever they are.
            .withValueSerde(Topics.lenient(RawAvroSerde.of(Profile.class))));
    GlobalStore.add(
        builder,
        topics.series(),
        StoreNames.ACTIVE_SERIES,
        RawAvroSerde.of(ActiveSeries.class),
        new GlobalStore.Keeper<>() {
          @Override
          public @Nullable ActiveSeries kept(@Nullable ActiveSeries series) {
            return series;
          }

          @Override
          public void changed(@Nullable ActiveSeries before, @Nullable ActiveSeries now) {
            weights.changed(before, now);
          }
        });
    GlobalStore.add(
        builder,
        topics.silences(),
        StoreNames.SILENCES,
        RawAvroSerde.of(Silence.class),
        silence -> silence);
    GlobalStore.add(
        builder,
        topics.openAlerts(),
        StoreNames.OPEN_ALERTS,
        alerts(),
        alert -> alert != null && Inhibitions.mayExplain(alert) ? alert : null);
    addObserveStores(builder);
    addJudgeStores(builder);
    write(judge(repartition(observe(builder))));
  }

  private KStream<String, Object> observe(StreamsBuilder builder) {
    ObserveProcessor.Backlogs backlogs = new ObserveProcessor.Backlogs();
    return events(builder, topics.predictions(), "predictions", backlogs.predictions())
        .merge(
            events(builder, topics.labels(), "labels", backlogs.labels()), Named.as("merge-events"))
        .process(
            ObserveProcessor.supplier(config, metrics, backlogs),
            Named.as("observe"),
            StoreNames.OBSERVATIONS,
            StoreNames.MEMBERS,
            StoreNames.EARLY_LABELS,
            StoreNames.OPEN_PANES,
            StoreNames.SKETCHES,
            StoreNames.DRIFT,
            StoreNames.SAMPLES,
            StoreNames.CLOCKS);
  }

  private static KStream<String, Object> events(
      StreamsBuilder builder, Topic<String, Object> topic, String what, Backlog backlog) {
    return builder.stream(
        topic.name(),
        topic.read("read-" + what).withTimestampExtractor(backlog.noting(new EventTime())));
  }

  /** Partials go on by version; labels that are of no use leave here. */
  private KStream<String, Partial> repartition(KStream<String, Object> observed) {
    observed
        .filter((key, value) -> value instanceof Rejection, Named.as("pick-rejections"))
        .processValues(
            () -> new RejectionWriter(topics, metrics, config.limits()),
            Named.as("describe-rejections"))
        .to(topics.deadLetters().name(), topics.deadLetters().write("write-rejections"));
    return observed
        .filter((key, value) -> value instanceof Partial, Named.as("pick-partials"))
        .mapValues(value -> (Partial) value, Named.as("as-partials"))
        .repartition(
            Repartitioned.<String, Partial>as("partials-by-series")
                .withKeySerde(Serdes.String())
                .withValueSerde(RecordSizes.atMost(RequestSize.value(config.kafka()), partials()))
                .withNumberOfPartitions(sourcePartitions)
                .withStreamPartitioner(versionsToOne()));
  }

  private static RawAvroSerde<Alert> alerts() {
    return RawAvroSerde.since(Alert.class, List.of("effect_open", "inhibited_until", "no_map"));
  }

  private static RawAvroSerde<Partial> partials() {
    return RawAvroSerde.since(Partial.class, List.of("PaneSketch.cases", "EventCounts.labels"));
  }

  /**
   * All series of a version go to one partition of the next stage, which compares segments with the
   * whole. How far a partition has come concerns all versions, so every partition must know it.
   */
  private static StreamPartitioner<String, Partial> versionsToOne() {
    return (topic, key, partial, partitions) ->
        Optional.of(
            partial.getPane() != null || partial.getEvents() != null
                ? Set.of(Math.floorMod(version(partial).hashCode(), partitions))
                : all(partitions));
  }

  private static String version(Partial partial) {
    return SeriesKey.modelKey(partial.getModel(), partial.getVersion());
  }

  private static Set<Integer> all(int partitions) {
    return IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
  }

  private KStream<String, Object> judge(KStream<String, Partial> partials) {
    return partials.process(
        JudgeProcessor.supplier(config, metrics, sourcePartitions, weights),
        Named.as("judge"),
        StoreNames.PARTIALS,
        StoreNames.FRONTIERS,
        StoreNames.SERIES,
        StoreNames.MONITORS,
        StoreNames.DRIFT_MONITORS,
        StoreNames.ALERTS);
  }

  private void write(KStream<String, Object> judged) {
    judged
        .split(Named.as("route-"))
        .branch((key, value) -> value instanceof Verdict, to(topics.verdicts(), "verdicts"))
        .branch((key, value) -> value instanceof Metric, to(topics.metrics(), "metrics"))
        .branch((key, value) -> value instanceof Alert, to(topics.alerts(), "alerts"))
        .branch(
            (key, value) -> value instanceof PublishedMap || value == Tombstone.RECALIBRATION,
            to(topics.recalibrations(), "recalibrations"))
        .branch(
            (key, value) -> value instanceof ActiveSeries || value == Tombstone.SERIES,
            Branched.withConsumer(
                series ->
                    series
                        .mapValues(
                            value -> orNull(ActiveSeries.class, value), Named.as("as-series"))
                        .to(topics.series().name(), topics.series().write("write-series")),
                "series"))
        .branch(
            (key, value) -> value instanceof Profile || value == Tombstone.PROFILE,
            Branched.withConsumer(
                profiles ->
                    profiles
                        .mapValues(value -> orNull(Profile.class, value), Named.as("as-profiles"))
                        .to(topics.profiles().name(), topics.profiles().write("write-profiles")),
                "profiles"));
  }

  /** The value, or null in the place of a tombstone. */
  private static <V> @Nullable V orNull(Class<V> type, Object value) {
    return type.isInstance(value) ? type.cast(value) : null;
  }

  private static Branched<String, Object> to(Topic<String, SpecificRecord> topic, String name) {
    return Branched.withConsumer(
        stream ->
            stream
                .mapValues(value -> orNull(SpecificRecord.class, value), Named.as("as-" + name))
                .to(topic.name(), topic.write("write-" + name)),
        name);
  }

  private void addObserveStores(StreamsBuilder builder) {
    builder.addStateStore(
        held(store(StoreNames.OBSERVATIONS, Observation.serde()), 0.15, Observation::weight));
    builder.addStateStore(
        held(store(StoreNames.MEMBERS, ids()), 0.05, ids -> 100 + 100L * ids.size()));
    builder.addStateStore(store(StoreNames.EARLY_LABELS, RawAvroSerde.of(EarlyLabel.class)));
    builder.addStateStore(
        held(
            store(StoreNames.OPEN_PANES, RawAvroSerde.since(Pane.class, List.of("length"))),
            0.05,
            pane -> 300));
    builder.addStateStore(summed(StoreNames.SKETCHES, 0.38));
    builder.addStateStore(summed(StoreNames.DRIFT, 0.25));
    // Read only where a pane is begun or ends: it is held so that it is written in one go.
    builder.addStateStore(
        held(store(StoreNames.SAMPLES, Serdes.ByteArray()), 0.02, content -> 100 + content.length));
    builder.addStateStore(
        held(
            store(StoreNames.CLOCKS, RawAvroSerde.of(ModelClock.class)),
            0.05,
            clock -> 300 + 200L * clock.getVersions().size()));
  }

  @SuppressWarnings("unchecked") // a list can be nothing but one of ids
  private static Serde<List<String>> ids() {
    return Serdes.ListSerde((Class<List<String>>) (Class<?>) ArrayList.class, Serdes.String());
  }

  /** As objects, with their maps. */
  private static long weight(ModelFrontiers frontiers) {
    return frontiers.getPartitions().values().stream()
        .mapToLong(frontier -> 300 + 150L * frontier.getClosedThrough().size())
        .sum();
  }

  /**
   * The store with what was used last held in memory as values.
   *
   * @param share of the memory of caches, which all instances together have: a task has that of one
   *     partition
   */
  private <V> StoreBuilder<KeyValueStore<String, V>> held(
      StoreBuilder<KeyValueStore<String, V>> store, double share, ToLongFunction<V> weigher) {
    return WriteBackStore.builder(store, held(share), weigher, value -> false);
  }

  private StoreBuilder<KeyValueStore<String, Sums>> summed(String name, double share) {
    return WriteBackStore.builder(
        store(name, Sums.serde()), held(share), Sums::weight, Sums::waits);
  }

  private long held(double share) {
    return (long) (share * cache / sourcePartitions);
  }

  private void addJudgeStores(StreamsBuilder builder) {
    builder.addStateStore(store(StoreNames.PARTIALS, partials()));
    builder.addStateStore(
        held(
            store(StoreNames.FRONTIERS, RawAvroSerde.of(ModelFrontiers.class)),
            0.05,
            CalibrationTopology::weight));
    builder.addStateStore(
        store(
            StoreNames.SERIES,
            RawAvroSerde.since(SeriesState.class, List.of("AlertMemory.held_since"))));
    builder.addStateStore(store(StoreNames.MONITORS, RawAvroSerde.of(MonitorState.class)));
    builder.addStateStore(store(StoreNames.DRIFT_MONITORS, DoublesCodec.serde()));
    builder.addStateStore(store(StoreNames.ALERTS, alerts()));
  }

  private <V> StoreBuilder<KeyValueStore<String, V>> store(String name, Serde<V> values) {
    StoreBuilder<KeyValueStore<String, V>> store =
        Stores.keyValueStoreBuilder(
            stores.keyValueStore(new DslKeyValueParams(name, DslStoreFormat.PLAIN)),
            Serdes.String(),
            values);
    return stores instanceof UnloggedStores ? store.withLoggingDisabled() : store;
  }
}
