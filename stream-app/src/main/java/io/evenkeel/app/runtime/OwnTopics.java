package io.evenkeel.app.runtime;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutable: the internal topics of a topology, by which brokers that were away are told from a topic
 * that was deleted. To both, a client says only that it waited too long.
 */
final class OwnTopics {
  private static final Logger LOGGER = LoggerFactory.getLogger(OwnTopics.class);
  private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(10).toMillis();

  private final Map<String, Object> client;
  private final Set<String> names;
  private volatile Set<String> known = Set.of();

  /** Those of a topology that runs with these properties, none of which is known yet. */
  OwnTopics(Topology topology, Properties streams) {
    String application = streams.getProperty(StreamsConfig.APPLICATION_ID_CONFIG);
    names = InternalTopics.names(application, topology);
    client = new StreamsConfig(streams).getAdminConfigs(application + "-own-topics");
    client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
    client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
  }

  /** Notes which are there, once; the first time after the topology has made them. */
  void remember() {
    if (known.isEmpty()) {
      known = found();
    }
  }

  /** Whether one of them is known to be gone; not if no broker answers. */
  boolean isOneGone() {
    Set<String> found = found();
    return !found.isEmpty() && !found.containsAll(known);
  }

  /** Those that are there; empty if no broker answers. */
  private Set<String> found() {
    try (Admin admin = Admin.create(client)) {
      return admin.listTopics().names().get().stream()
          .filter(names::contains)
          .collect(Collectors.toUnmodifiableSet());
    } catch (ExecutionException | KafkaException e) {
      LOGGER.debug("event=own-topics result=failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Set.of();
  }
}
