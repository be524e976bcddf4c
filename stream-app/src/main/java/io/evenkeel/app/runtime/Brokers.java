package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.Secrets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** A connection to the brokers for administration, whose failures say what to do. */
final class Brokers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Admin admin;
  private final String brokers;

  private Brokers(Admin admin, String brokers) {
    this.admin = admin;
    this.brokers = brokers;
  }

  /**
   * A connection to the brokers of the configuration.
   *
   * @throws io.evenkeel.app.config.ConfigException if no broker is named
   * @throws StartException if the client cannot be made
   */
  static Brokers connect(AppConfig config) {
    Map<String, Object> properties = KafkaProperties.clients(config);
    String patience = AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG;
    String perRequest = AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG;
    if (!properties.containsKey(patience) && !properties.containsKey(perRequest)) {
      properties.put(patience, (int) PATIENCE.toMillis());
      properties.put(perRequest, (int) PATIENCE.toMillis());
    }
    String key = AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG;
    String brokers = Secrets.mask(key, String.valueOf(properties.get(key)));
    try {
      return new Brokers(Admin.create(properties), brokers);
    } catch (KafkaException e) {
      throw new StartException(
          "kafka." + key + " = '" + brokers + "': no client can be made (" + rootMessage(e) + ")",
          e);
    }
  }

  Admin admin() {
    return admin;
  }

  /** The names of all topics that the user may see. */
  Set<String> topics() {
    return get("list topics", admin.listTopics().names());
  }

  /** Those of the topics that are there. */
  Map<String, TopicDescription> describe(Collection<String> names) {
    Map<String, TopicDescription> found = new LinkedHashMap<>();
    admin
        .describeTopics(names)
        .topicNameValues()
        .forEach(
            (name, future) ->
                getUnless(UnknownTopicOrPartitionException.class, "describe topic " + name, future)
                    .ifPresent(description -> found.put(name, description)));
    return found;
  }

  /** The offsets of that kind, by partition; -1 where there is none. */
  Map<TopicPartition, Long> offsets(Collection<TopicDescription> topics, OffsetSpec spec) {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (TopicDescription topic : topics) {
      topic
          .partitions()
          .forEach(part -> asked.put(new TopicPartition(topic.name(), part.partition()), spec));
    }
    Map<TopicPartition, Long> offsets = new HashMap<>();
    get("list offsets", admin.listOffsets(asked).all())
        .forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }

  /** The id of the cluster. */
  String clusterId() {
    return get("describe the cluster", admin.describeCluster().clusterId());
  }

  /** Brokers may learn of a topic, or of its end, a moment after the controller did. */
  void await(String otherwise, BooleanSupplier done) {
    await(PATIENCE, otherwise, done);
  }

  /** Waits until it is done, or fails. */
  void await(Duration patience, String otherwise, BooleanSupplier done) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new StartException(otherwise);
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }

  @Override
  public void close() {
    admin.close(PATIENCE);
  }

  /** What the brokers answer; it must be something. */
  <T> T get(String what, KafkaFuture<T> future) {
    try {
      return future.get(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failure(what, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw failure(what, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartException("interrupted while waiting for the brokers", e);
    }
  }

  /** What the brokers answer; nothing if that is nothing, or the error that was to be expected. */
  <T> Optional<T> getUnless(
      Class<? extends ApiException> expected, String what, KafkaFuture<T> future) {
    try {
      return Optional.ofNullable(get(what, future));
    } catch (StartException e) {
      if (expected.isInstance(e.getCause())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private StartException failure(String what, Throwable cause) {
    if (cause instanceof TimeoutException
        || cause instanceof org.apache.kafka.common.errors.TimeoutException) {
      return new StartException(
          "kafka.bootstrap.servers = '"
              + brokers
              + "': no broker answered; check the addresses, and that security.protocol and its"
              + " settings are those of the listener",
          cause);
    }
    return new StartException(
        "the brokers at " + brokers + " refused to " + what + " (" + rootMessage(cause) + ")",
        cause);
  }

  private static String rootMessage(Throwable e) {
    Throwable cause = e.getCause();
    return cause == null ? String.valueOf(e.getMessage()) : rootMessage(cause);
  }
}
