package io.evenkeel.app.topology;

import io.evenkeel.app.codec.EventDeserializer;
import io.evenkeel.app.codec.GeneratedRecords;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.state.StoreNames;
import io.evenkeel.schemas.PublishedMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.jspecify.annotations.Nullable;

/**
 * Applies the published maps that are in force to a stream of predictions, in any application of
 * Kafka Streams. The values are records of the topic of predictions, as bytes:
 *
 * <pre>{@code
 * AppConfig config = AppConfig.of(
 *     Map.of("serde.properties.schema.registry.url", "http://registry:8081"));
 * StreamsBuilder builder = new StreamsBuilder();
 * KStream<byte[], byte[]> predictions =
 *     builder.stream("evenkeel.predictions",
 *         Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()));
 * Recalibrator.to("churn.served", config)
 *     .add(builder, predictions)
 *     .to("churn.served", Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
 * }</pre>
 *
 * <p>A prediction has the map of its whole version, {@code model|version|}, that is the newest one
 * when it is processed, or the {@linkplain #withMap given} map of its model. Its distribution
 * changes, and nothing else of its record. Published maps of segments are not applied: a prediction
 * may be in several segments, whose maps were each learned from predictions as they came, so that
 * they cannot be chained, and nothing proves which one is best.
 *
 * <p>Each record that leaves has the header {@value #MAP}:
 *
 * <ul>
 *   <li>{@code applied}: a map was applied, which {@value #DECIDED} dates and {@value #WORDS}
 *       describes
 *   <li>{@code none}: no map is in force; the value is the bytes that came. So is a record without
 *       a value, such as a heartbeat
 *   <li>{@code unusable}: the record cannot be read, or is no valid prediction; {@value #WORDS}
 *       says why. The value is the bytes that came
 *   <li>{@code unsuitable}: the map in force is not for such a prediction, or this version cannot
 *       read it; {@value #WORDS} says why. The value is the bytes that came
 * </ul>
 *
 * <p>A record that has the header already was written by a recalibrator and is left out. So no
 * prediction is recalibrated twice, and no circle of topics turns for ever. A record that,
 * unpacked, is larger than {@code kafka.producer.max.request.size} less 16 KiB is left out, too,
 * and logged: it cannot be written. The monitor makes a dead letter of it. A registry that does not
 * answer, or refuses the schema, throws: it is not the fault of the record.
 *
 * <p>Immutable.
 */
public final class Recalibrator {
  /** Header that says what was done: applied, none, unusable or unsuitable. */
  public static final String MAP = "evenkeel-map";

  /** Header with what the map does, or why it was not applied; at most a kibibyte. */
  public static final String WORDS = "evenkeel-map-words";

  /**
   * Header with the {@code updated_at} of the map, or the {@code to} of a given one: an instant.
   */
  public static final String DECIDED = "evenkeel-map-decided";

  private final String topic;
  private final AppConfig config;
  private final String suffix;
  private final Map<String, LearnedMap> given;

  private Recalibrator(
      String topic, AppConfig config, String suffix, Map<String, LearnedMap> given) {
    this.topic = topic;
    this.config = config;
    this.suffix = suffix;
    this.given = given;
  }

  /**
   * Applies maps to predictions that keep their version.
   *
   * @param topic the topic that they are written to, by which a registry knows their schema
   * @param config the topics that are read, and how records become bytes
   */
  public static Recalibrator to(String topic, AppConfig config) {
    return new Recalibrator(topic, config, "", Map.of());
  }

  /**
   * The same for predictions that are watched beside those that came, as a version of their own:
   * every prediction that can be read gets it, with or without a map.
   *
   * @param ending what their version ends with; empty to keep it
   */
  public Recalibrator withVersionSuffix(String ending) {
    return new Recalibrator(topic, config, ending, given);
  }

  /**
   * The same with a map for all versions of its model, in place of published ones: such as one that
   * was learned from a file, which may have a map for each segment.
   *
   * @throws IllegalArgumentException if there is one for its model already, or it names other
   *     classes than the settings of the model, or in another order
   */
  public Recalibrator withMap(LearnedMap map) {
    map.checkSettings(config.model(map.model()).classes());
    Map<String, LearnedMap> maps = new TreeMap<>(given);
    if (maps.put(map.model(), map) != null) {
      throw new IllegalArgumentException("two maps are for the model " + map.model());
    }
    return new Recalibrator(topic, config, suffix, maps);
  }

  /**
   * Adds the maps, as a store named {@code maps} on every instance, and the processor {@code
   * apply-maps}: once in a topology. The partition of a record is up to who writes it: labels are
   * joined by partition.
   *
   * @param predictions records of the topic of predictions, as bytes
   * @return the same with the maps applied, in the same order, with their keys, headers and
   *     timestamps
   * @throws io.evenkeel.app.config.ConfigException if the serdes of the configuration cannot be
   *     used
   */
  public <K> KStream<K, byte[]> add(StreamsBuilder builder, KStream<K, byte[]> predictions) {
    AvroSerdes serdes = AvroSerdes.of(config.serde(), config.topics());
    Deserializer<PublishedMap> maps =
        EventDeserializer.of(serdes.deserializer(), new GeneratedRecords<>(PublishedMap.class)::of);
    GlobalStore.add(
        builder,
        new Topic<>(
            config.topics().recalibrations(),
            Serdes.String(),
            Topics.readOnly(new LenientDeserializer<>(maps))),
        StoreNames.MAPS,
        RawAvroSerde.of(PublishedMap.class),
        published -> isInForce(published) ? published : null);
    PredictionForm form = PredictionForm.of(serdes);
    return predictions.processValues(
        () -> new RecalibrationProcessor<>(topic, config, suffix, given, form),
        Named.as("apply-maps"));
  }

  private static boolean isInForce(@Nullable PublishedMap published) {
    return published != null && published.getMap() != null && published.getSegment().isEmpty();
  }
}
