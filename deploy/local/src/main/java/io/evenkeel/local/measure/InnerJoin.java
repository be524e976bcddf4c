package io.evenkeel.local.measure;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.StreamJoined;

/**
 * What Kafka Streams' own inner join of predictions and labels takes, with the same settings of
 * Kafka, the same events and the same codecs: each pair becomes the prediction again.
 */
final class InnerJoin {
  private InnerJoin() {}

  /**
   * Starts it.
   *
   * @param out topic of the pairs
   * @param wait the longest time from a prediction to its label
   */
  static KafkaStreams start(AppConfig config, String out, Duration wait) {
    Properties properties = new Properties();
    properties.putAll(KafkaProperties.streams(config, Map.of()));
    KafkaStreams streams =
        new KafkaStreams(topology(config, new StreamsConfig(properties), out, wait), properties);
    streams.start();
    return streams;
  }

  private static Topology topology(
      AppConfig config, StreamsConfig properties, String out, Duration wait) {
    StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(properties));
    KStream<String, Prediction> predictions =
        builder.stream(
            config.topics().predictions(),
            Consumed.with(Serdes.String(), serde(config, Prediction.class))
                .withName("predictions"));
    KStream<String, Label> labels =
        builder.stream(
            config.topics().labels(),
            Consumed.with(Serdes.String(), serde(config, Label.class)).withName("labels"));
    predictions
        .join(
            labels,
            (prediction, label) -> prediction,
            JoinWindows.ofTimeDifferenceAndGrace(wait, Duration.ofMinutes(5)),
            StreamJoined.with(
                    Serdes.String(), serde(config, Prediction.class), serde(config, Label.class))
                .withName("join")
                .withStoreName("join"))
        .to(out, Produced.with(Serdes.String(), serde(config, Prediction.class)).withName("pairs"));
    return builder.build();
  }

  private static <V extends SpecificRecord> Serde<V> serde(AppConfig config, Class<V> type) {
    AvroSerdes serdes = AvroSerdes.of(config.serde(), config.topics());
    var serializer = serdes.serializer();
    var deserializer = serdes.deserializer();
    return Serdes.serdeFrom(
        (topic, value) -> serializer.serialize(topic, value),
        (topic, bytes) -> type.cast(deserializer.deserialize(topic, bytes)));
  }
}
