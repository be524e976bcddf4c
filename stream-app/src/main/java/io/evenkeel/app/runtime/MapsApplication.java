package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.status.Health;
import io.evenkeel.app.topology.RecalibrationTopology;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mutable: the running application that applies published maps to predictions. */
public final class MapsApplication implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(MapsApplication.class);

  private final StreamsRuntime streams;

  private MapsApplication(StreamsRuntime streams) {
    this.streams = streams;
  }

  /**
   * Checks what is needed, starts and returns. The first start reads the predictions that come from
   * then on, each later one those since the last commit.
   *
   * @param suffix what the versions of the predictions end with; empty to keep them
   * @throws io.evenkeel.app.config.ConfigException if a setting cannot be used
   * @throws StartException if brokers or topics are not as needed
   */
  public static MapsApplication start(AppConfig config, String suffix) {
    Map<String, Object> properties = KafkaProperties.streams(config, Map.of());
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, config.mapsApplicationId());
    int partitions = check(config);
    if (!config.kafka().containsKey(StreamsConfig.NUM_STREAM_THREADS_CONFIG)) {
      properties.put(
          StreamsConfig.NUM_STREAM_THREADS_CONFIG,
          Math.min(Runtime.getRuntime().availableProcessors(), partitions));
    }
    StreamsRuntime streams =
        new StreamsRuntime(
            RecalibrationTopology.build(config, new StreamsConfig(properties), suffix),
            properties,
            new Metrics(),
            config.http().readyLag());
    streams.start();
    LOGGER.info(
        "event=start from={} to={} partitions={} suffix={}",
        config.topics().predictions(),
        config.topics().recalibrated(),
        partitions,
        suffix);
    return new MapsApplication(streams);
  }

  /** Makes sure of topics and of where the application begins; the number of partitions. */
  private static int check(AppConfig config) {
    try (Brokers brokers = Brokers.connect(config)) {
      TopicSetup topics = TopicSetup.ofMaps(config, brokers);
      List<TopicSetup.Found> found = topics.check();
      refuseSmaller(found.get(0), found.get(1));
      ConsumerGroup group = new ConsumerGroup(brokers, config.mapsApplicationId());
      if (group.offsets().isEmpty()) {
        group.setOffsets(ends(config, brokers));
      }
      return topics.scale(found);
    }
  }

  /** A record that is too large for its topic would stop the application, at every start again. */
  private static void refuseSmaller(TopicSetup.Found predictions, TopicSetup.Found recalibrated) {
    if (recalibrated.room() < predictions.room() && predictions.room() != Integer.MAX_VALUE) {
      throw new StartException(
          "topic "
              + recalibrated.spec().name()
              + " has max.message.bytes = "
              + recalibrated.room()
              + ", less than "
              + predictions.room()
              + " of topic "
              + predictions.spec().name()
              + ", whose records it is to take; set it to as much");
    }
  }

  private static Map<TopicPartition, OffsetAndMetadata> ends(AppConfig config, Brokers brokers) {
    return brokers
        .offsets(
            brokers.describe(List.of(config.topics().predictions())).values(), OffsetSpec.latest())
        .entrySet()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, end -> new OffsetAndMetadata(end.getValue())));
  }

  /** How it is now. */
  public Health health() {
    return streams.health();
  }

  /**
   * Waits until it is closed, or the process is stopped, which closes it.
   *
   * @throws IllegalStateException if it stopped because of an error
   */
  public void await() throws InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "shutdown"));
    streams.await();
  }

  /** Commits what was processed and stops. Closing again changes nothing. */
  @Override
  public void close() {
    streams.close();
  }
}
