package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.topology.RecalibrationTopology;
import io.evenkeel.app.topology.Recalibrator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mutable: the running application that applies published maps to predictions. */
public final class MapsApplication extends SideApplication {
  /** What the headers of a prediction may add to its record, and compression to its batch. */
  private static final int HEADERS = 4 << 10;

  private static final Logger LOGGER = LoggerFactory.getLogger(MapsApplication.class);

  private MapsApplication(StreamsRuntime streams) {
    super(streams);
  }

  /** Starts with the published maps, for predictions that keep their versions. */
  public static MapsApplication start(AppConfig config) {
    return start(config, "", List.of());
  }

  /**
   * Checks what is needed, starts and returns. The first start reads the predictions that come from
   * then on, each later one those since the last commit.
   *
   * @param suffix what the versions of the predictions end with; empty to keep them
   * @param given maps in place of published ones, each for another model
   * @throws io.evenkeel.app.config.ConfigException if a setting cannot be used
   * @throws StartException if brokers or topics are not as needed
   */
  public static MapsApplication start(AppConfig config, String suffix, List<LearnedMap> given) {
    Recalibrator recalibrator = recalibrator(config, suffix, given);
    int partitions = check(config);
    MapsApplication application =
        new MapsApplication(
            streams(
                config,
                config.mapsApplicationId(),
                partitions,
                properties -> RecalibrationTopology.build(config, properties, recalibrator)));
    application.start();
    LOGGER.info(
        "event=start from={} to={} partitions={} suffix={} given={}",
        config.topics().predictions(),
        config.topics().recalibrated(),
        partitions,
        suffix,
        given.stream().map(LearnedMap::model).toList());
    return application;
  }

  private static Recalibrator recalibrator(
      AppConfig config, String suffix, List<LearnedMap> given) {
    Recalibrator recalibrator =
        Recalibrator.to(config.topics().recalibrated(), config).withVersionSuffix(suffix);
    for (LearnedMap map : given) {
      recalibrator = recalibrator.withMap(map);
    }
    return recalibrator;
  }

  /** Makes sure of topics and of where the application begins; the number of partitions. */
  private static int check(AppConfig config) {
    try (Brokers brokers = Brokers.connect(config)) {
      TopicSetup topics = TopicSetup.ofMaps(config, brokers);
      List<TopicSetup.Found> found = topics.check();
      refuseSmaller(found.get(0), found.get(1));
      int partitions = topics.scale(found);
      ConsumerGroup group = new ConsumerGroup(brokers, config.mapsApplicationId());
      Map<TopicPartition, OffsetAndMetadata> offsets = group.offsets();
      String predictions = config.topics().predictions();
      if (offsets.isEmpty()) {
        warnIfForgotten(config, ends(config.topics().recalibrated(), brokers));
        group.setOffsets(ends(predictions, brokers));
      } else {
        UnreadRecords.find(List.of(predictions), brokers, offsets)
            .forEach(gone -> LOGGER.warn("event=unread {}", gone));
      }
      return partitions;
    }
  }

  /** What the application wrote outlives the place where it stopped, which brokers forget. */
  private static void warnIfForgotten(
      AppConfig config, Map<TopicPartition, OffsetAndMetadata> written) {
    if (written.values().stream().anyMatch(end -> end.offset() > 0)) {
      LOGGER.warn(
          "event=unread {}: brokers do not know where {} stopped, although {} has records. It begins"
              + " at the end: predictions that came since it stopped are not written. Brokers forget"
              + " a group that has been stopped for offsets.retention.minutes, by default seven days",
          config.topics().predictions(),
          config.mapsApplicationId(),
          config.topics().recalibrated());
    }
  }

  /** A record that is too large for its topic would stop the application, at every start again. */
  private static void refuseSmaller(TopicSetup.Found predictions, TopicSetup.Found recalibrated) {
    if (recalibrated.room() - HEADERS < predictions.room()
        && predictions.room() != Integer.MAX_VALUE) {
      throw new StartException(
          "topic "
              + recalibrated.spec().name()
              + " has max.message.bytes = "
              + recalibrated.room()
              + "; topic "
              + predictions.spec().name()
              + ", whose records it is to take with headers more, has "
              + predictions.room()
              + ": set it to "
              + (predictions.room() + HEADERS)
              + " or more");
    }
  }

  private static Map<TopicPartition, OffsetAndMetadata> ends(String topic, Brokers brokers) {
    return brokers
        .offsets(brokers.describe(List.of(topic)).values(), OffsetSpec.latest())
        .entrySet()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, end -> new OffsetAndMetadata(end.getValue())));
  }
}
