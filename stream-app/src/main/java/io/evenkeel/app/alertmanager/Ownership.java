package io.evenkeel.app.alertmanager;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Begins with each partition that is given to this bridge, and forgets each that is taken. */
final class Ownership implements ConsumerRebalanceListener {
  private static final Logger LOGGER = LoggerFactory.getLogger(Ownership.class);

  private final Consumer<?, ?> consumer;
  private final Map<TopicPartition, OwnedPartition> owned;

  Ownership(Consumer<?, ?> consumer, Map<TopicPartition, OwnedPartition> owned) {
    this.consumer = consumer;
    this.owned = owned;
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    consumer.seekToBeginning(partitions);
    consumer
        .endOffsets(partitions)
        .forEach((partition, end) -> owned.put(partition, new OwnedPartition(end)));
    LOGGER.info("event=alertmanager partitions={}", owned.keySet());
  }

  /** Begins with partitions that were given while brokers did not answer. */
  void retry() {
    Set<TopicPartition> others = new HashSet<>(consumer.assignment());
    others.removeAll(owned.keySet());
    if (!others.isEmpty()) {
      onPartitionsAssigned(others);
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    owned.keySet().removeAll(partitions);
  }
}
