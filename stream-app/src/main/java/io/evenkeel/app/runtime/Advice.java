package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.streams.StreamsConfig;

/**
 * What works, and may one day lose something: settings of topics and brokers. What the user may not
 * see is not looked at.
 *
 * @param config the configuration
 * @param brokers the brokers
 * @param internal the internal topics
 */
record Advice(AppConfig config, Brokers brokers, InternalTopics internal) {
  private static final String TRANSACTION_LIMIT = "transaction.max.timeout.ms";

  /** A sentence for each, with what to do. */
  List<String> all() {
    List<String> advice = new ArrayList<>();
    sampling(config).ifPresent(advice::add);
    inputs(advice);
    replicas(advice);
    transactions(advice);
    return advice;
  }

  /** A label does not say its model: it waits for its prediction if any model might choose that. */
  static Optional<String> sampling(AppConfig config) {
    DoubleSummaryStatistics shares =
        config.watched().mapToDouble(ModelSettings::sampling).summaryStatistics();
    return shares.getMin() < shares.getMax()
        ? Optional.of(
            "sampling is from "
                + shares.getMin()
                + " to "
                + shares.getMax()
                + ": labels of all that the largest would choose are kept for"
                + " monitor.early-label-wait, also those that a model leaves out; set the same for"
                + " all models and the defaults"
                + (config.monitor().monitorUnknownModels()
                    ? ", or monitor.unknown-models to false if all models are listed"
                    : ""))
        : Optional.empty();
  }

  /** Predictions and labels must not be deleted before they have been read and explained. */
  private void inputs(List<String> advice) {
    Duration needed = needed();
    for (String topic : List.of(config.topics().predictions(), config.topics().labels())) {
      read(ConfigResource.Type.TOPIC, topic)
          .ifPresent(
              settings -> {
                number(settings, TopicConfig.RETENTION_MS_CONFIG)
                    .filter(retention -> retention >= 0 && retention < needed.toMillis())
                    .ifPresent(
                        retention ->
                            advice.add(
                                "topic "
                                    + topic
                                    + " has retention.ms = "
                                    + retention
                                    + ": records may be gone before their windows are final; set it"
                                    + " to "
                                    + needed.toMillis()
                                    + " or more"));
                ConfigEntry unclean =
                    settings.get(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG);
                if (unclean != null && Boolean.parseBoolean(unclean.value())) {
                  advice.add(
                      "topic "
                          + topic
                          + " has unclean.leader.election.enable = true, and may lose records that"
                          + " were acknowledged; set it to false");
                }
              });
    }
  }

  /** The longest time from a record to its final window, of all models that are configured. */
  private Duration needed() {
    Duration longest = span(config.defaults());
    for (ModelSettings model : config.models().values()) {
      Duration span = span(model);
      longest = span.compareTo(longest) > 0 ? span : longest;
    }
    return longest;
  }

  private static Duration span(ModelSettings settings) {
    return settings.window().size().plus(settings.closesAfter());
  }

  private void replicas(List<String> advice) {
    int nodes =
        brokers.get("describe the cluster", brokers.admin().describeCluster().nodes()).size();
    List<String> single =
        internal.topics().values().stream()
            .filter(topic -> topic.partitions().get(0).replicas().size() == 1)
            .map(TopicDescription::name)
            .sorted()
            .toList();
    if (nodes > 1 && !single.isEmpty()) {
      advice.add(
          "internal topics have one replica on a cluster of "
              + nodes
              + " brokers, and what the application knows is lost with one of them: "
              + single
              + "; set kafka.replication.factor=3 and run 'evenkeel reset'");
    }
  }

  private void transactions(List<String> advice) {
    Object wanted =
        KafkaProperties.streams(config, Map.of())
            .get(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG));
    Optional<Node> node =
        brokers.get("describe the cluster", brokers.admin().describeCluster().nodes()).stream()
            .findFirst();
    node.flatMap(one -> read(ConfigResource.Type.BROKER, one.idString()))
        .flatMap(settings -> number(settings, TRANSACTION_LIMIT))
        .filter(limit -> wanted != null && limit < Long.parseLong(wanted.toString()))
        .ifPresent(
            limit ->
                advice.add(
                    "the brokers have "
                        + TRANSACTION_LIMIT
                        + " = "
                        + limit
                        + " and refuse transactions of "
                        + wanted
                        + " ms; raise it, or lower kafka.producer.transaction.timeout.ms"));
  }

  /** The settings of a topic or broker; empty where the user may not see them. */
  private Optional<Map<String, ConfigEntry>> read(ConfigResource.Type type, String name) {
    ConfigResource resource = new ConfigResource(type, name);
    return brokers
        .getUnless(
            ApiException.class,
            "describe the configuration of " + name,
            Objects.requireNonNull(
                brokers.admin().describeConfigs(List.of(resource)).values().get(resource)))
        .map(Advice::byName);
  }

  private static Map<String, ConfigEntry> byName(Config config) {
    Map<String, ConfigEntry> entries = new LinkedHashMap<>();
    config.entries().forEach(entry -> entries.put(entry.name(), entry));
    return entries;
  }

  private static Optional<Long> number(Map<String, ConfigEntry> settings, String name) {
    return Optional.ofNullable(settings.get(name)).map(ConfigEntry::value).map(Long::valueOf);
  }
}
