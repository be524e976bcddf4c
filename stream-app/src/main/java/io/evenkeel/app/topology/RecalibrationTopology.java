package io.evenkeel.app.topology;

import io.evenkeel.app.config.AppConfig;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.jspecify.annotations.Nullable;

/** Predictions in, and the same predictions recalibrated out. */
public final class RecalibrationTopology {

  private RecalibrationTopology() {}

  /**
   * The topology.
   *
   * @param properties of Kafka Streams
   * @param recalibrator to the topic of recalibrated predictions of the configuration
   */
  public static Topology build(
      AppConfig config, StreamsConfig properties, Recalibrator recalibrator) {
    StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(properties));
    String topic = config.topics().recalibrated();
    recalibrator
        .add(
            builder,
            builder.stream(
                config.topics().predictions(),
                Consumed.with(Serdes.ByteArray(), Serdes.ByteArray())
                    .withName("read-predictions")
                    .withTimestampExtractor(new EventTime())))
        .processValues(Place::new, Named.as("keep-partitions"))
        .to(
            topic,
            Produced.with(Serdes.ByteArray(), placed(), RecalibrationTopology::partition)
                .withName("write-recalibrated"));
    return builder.build();
  }

  /**
   * Labels and heartbeats belong to the partition that a producer chose, which need not be the one
   * that Java's partitioner would choose for the key.
   */
  private static Optional<Set<Integer>> partition(
      String topic, byte[] key, Placed placed, int partitions) {
    return Optional.of(Set.of(placed.partition));
  }

  /** A value and the partition that it came from. */
  private record Placed(@Nullable Bytes value, int partition) {}

  private static Serde<Placed> placed() {
    return Serdes.serdeFrom(
        (name, placed) -> placed.value == null ? null : placed.value.get(),
        (name, bytes) -> {
          throw new UnsupportedOperationException("nothing reads " + name);
        });
  }

  private static final class Place extends ContextualFixedKeyProcessor<byte[], byte[], Placed> {
    @Override
    public void process(FixedKeyRecord<byte[], byte[]> record) {
      context()
          .forward(
              record.withValue(
                  new Placed(Bytes.wrap(record.value()), context().taskId().partition())));
    }
  }
}
