package io.evenkeel.app.topology;

import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.compare.CaseProcessor;
import io.evenkeel.app.compare.PairProcessor;
import io.evenkeel.app.compare.Plan;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.observe.Readers;
import io.evenkeel.app.observe.Unreadable;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.Comparison;
import io.evenkeel.schemas.Silence;
import io.evenkeel.schemas.internal.PairState;
import io.evenkeel.schemas.internal.PendingCase;
import io.evenkeel.schemas.internal.ScoredCase;
import java.util.List;
import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.DslStoreFormat;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * Predictions of champion and challenger, and labels in; which one is better, and alerts out.
 *
 * <p>The first stage scales with the partitions of the input: it joins cases and scores them. The
 * second compares the scores, of each two versions in one task.
 */
public final class ComparisonTopology {
  private final StreamsBuilder builder;
  private final AppConfig config;
  private final AvroSerdes serdes;
  private final Topics topics;
  private final DslStoreSuppliers stores;

  private ComparisonTopology(AppConfig config, StreamsConfig properties) {
    this.builder = new StreamsBuilder(new TopologyConfig(properties));
    this.config = config;
    this.serdes = AvroSerdes.of(config.serde(), config.topics());
    this.topics = Topics.of(config, serdes.serializer(), serdes::deserializer);
    this.stores =
        Utils.newInstance(
            properties.getClass(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG),
            DslStoreSuppliers.class);
  }

  /**
   * The topology.
   *
   * @param properties of Kafka Streams; they say where the stores keep their entries
   * @throws io.evenkeel.app.config.ConfigException if the serdes of the configuration cannot be
   *     used
   */
  public static Topology build(AppConfig config, StreamsConfig properties, Plan plan) {
    return new ComparisonTopology(config, properties).of(plan);
  }

  private Topology of(Plan plan) {
    GlobalStore.add(
        builder,
        topics.silences(),
        StoreNames.SILENCES,
        RawAvroSerde.of(Silence.class),
        silence -> silence);
    RawAvroSerde<ScoredCase> scored = RawAvroSerde.since(ScoredCase.class, List.of("score"));
    store(StoreNames.CASES, RawAvroSerde.of(PendingCase.class));
    store(StoreNames.PAIRS, RawAvroSerde.since(PairState.class, List.of("score", "ran_at")));
    store(StoreNames.OUTCOMES, scored);
    TopicNames names = config.topics();
    KStream<String, SpecificRecord> compared =
        events(predictions(names.predictions()), "champion")
            .merge(
                events(predictions(names.challenger()), "challenger"), Named.as("merge-versions"))
            .merge(events(topics.labels(), "labels"), Named.as("merge-labels"))
            .process(
                CaseProcessor.supplier(config, plan), Named.as("score-cases"), StoreNames.CASES)
            .repartition(
                Repartitioned.<String, ScoredCase>as("scored-cases")
                    .withKeySerde(Serdes.String())
                    .withValueSerde(scored))
            .process(
                PairProcessor.supplier(config, plan),
                Named.as("compare"),
                StoreNames.PAIRS,
                StoreNames.OUTCOMES);
    write(
        compared,
        Comparison.class,
        new Topic<>(names.comparisons(), Serdes.String(), topics.records()));
    write(compared, Alert.class, topics.alerts());
    return builder.build();
  }

  private Topic<String, Object> predictions(String name) {
    return new Topic<>(
        name,
        Serdes.String(),
        Topics.readOnly(
            Unreadable.instead(Readers.wholePredictions(config, serdes.deserializer()))));
  }

  private KStream<String, Object> events(Topic<String, Object> topic, String what) {
    return builder.stream(
        topic.name(), topic.read("read-" + what).withTimestampExtractor(new EventTime()));
  }

  /** What has no value forgets a comparison: alerts always have one. */
  private static boolean isOf(
      Class<? extends SpecificRecord> type, @Nullable SpecificRecord value) {
    return value == null ? type == Comparison.class : type.isInstance(value);
  }

  private static void write(
      KStream<String, SpecificRecord> compared,
      Class<? extends SpecificRecord> type,
      Topic<String, SpecificRecord> topic) {
    String what = type.getSimpleName().toLowerCase(Locale.ROOT) + "s";
    compared
        .filter((key, value) -> isOf(type, value), Named.as("pick-" + what))
        .to(topic.name(), topic.write("write-" + what));
  }

  private <V extends SpecificRecord> void store(String name, RawAvroSerde<V> serde) {
    builder.addStateStore(
        Stores.keyValueStoreBuilder(
            stores.keyValueStore(new DslKeyValueParams(name, DslStoreFormat.PLAIN)),
            Serdes.String(),
            serde));
  }
}
