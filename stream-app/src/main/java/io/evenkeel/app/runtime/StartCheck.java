package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is found before the application starts.
 *
 * @param partitions the number of partitions of the predictions and of the labels
 * @param skipped the records to pass over
 */
record StartCheck(int partitions, Set<RecordPlace> skipped) {
  private static final Logger LOGGER = LoggerFactory.getLogger(StartCheck.class);

  /**
   * Makes sure that topics and state are as they must be.
   *
   * @param acceptLoss whether to go on where changelogs, or the place where it stopped, are gone
   * @throws io.evenkeel.app.config.ConfigException if no broker is named
   * @throws StartException if they are not, with what to do
   */
  static StartCheck run(AppConfig config, boolean acceptLoss) {
    try (Brokers brokers = Brokers.connect(config)) {
      TopicSetup topics = TopicSetup.of(config, brokers);
      List<TopicSetup.Found> found = topics.check();
      int partitions = topics.scale(found);
      InternalTopics internal = InternalTopics.find(config, brokers);
      internal.checkFormat();
      internal.checkPartitions(partitions);
      StateFolder.of(config).claim(brokers.clusterId(), topics.id(config.topics().series()));
      Map<TopicPartition, OffsetAndMetadata> offsets =
          new ConsumerGroup(brokers, config.applicationId()).offsets();
      Reset.checkFinished(offsets);
      if (!acceptLoss) {
        internal.checkPlace(offsets);
        internal.checkLoss(offsets);
      }
      // Last: what an older version left needs a reset first, and says so.
      StartException.refuse(TopicSetup.cramped(found));
      List<String> inputs = List.of(config.topics().predictions(), config.topics().labels());
      UnreadRecords.find(inputs, brokers, offsets)
          .forEach(gone -> LOGGER.warn("event=unread {}", gone));
      topics.advice().forEach(advice -> LOGGER.warn("event=advice {}", advice));
      return new StartCheck(partitions, SkipList.of(offsets, config.topics().deadLetters()));
    }
  }
}
