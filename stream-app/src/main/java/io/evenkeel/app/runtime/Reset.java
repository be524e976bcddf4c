package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyDescription;
import org.jspecify.annotations.Nullable;

/**
 * Makes the application forget what it knows and read its events again: its place in the input
 * topics, its internal topics, profiles and series, and the state on this machine; on request the
 * records of its output topics, too.
 *
 * <p>Kafka's own reset tool finds internal topics by their prefix, and would take those of an
 * application whose id begins with this one's. Here they are named one by one, after the topology.
 */
public final class Reset implements AutoCloseable {
  private final AppConfig config;
  private final Brokers brokers;
  private final Path state;

  private Reset(AppConfig config, Brokers brokers, Path state) {
    this.config = config;
    this.brokers = brokers;
    this.state = state;
  }

  /**
   * One thing to be done. Doing it again changes nothing.
   *
   * @param description in words, such as "delete the topic ..."
   * @param action does it
   */
  public record Step(String description, Runnable action) {}

  /**
   * A connection to the brokers of the configuration.
   *
   * @throws io.evenkeel.app.config.ConfigException if no broker is named
   * @throws StartException if the client cannot be made
   */
  public static Reset connect(AppConfig config) {
    StreamsConfig streams = new StreamsConfig(KafkaProperties.streams(config, Map.of()));
    Path state = Path.of(streams.getString(StreamsConfig.STATE_DIR_CONFIG), config.applicationId());
    return new Reset(config, Brokers.connect(config), state);
  }

  /**
   * Waits until no instance runs. Brokers take one that was stopped for running until it has been
   * missed for {@code session.timeout.ms}, by default 45 s.
   *
   * @throws StartException if one still runs after so long, or the brokers do not answer or refuse
   */
  public void awaitStopped(Duration patience) {
    brokers.await(
        patience,
        "the application "
            + name()
            + " runs: its consumer group has members. Stop all of its instances; brokers miss one"
            + " that was stopped only after session.timeout.ms, by default 45 s",
        () -> group().map(Reset::idle).orElse(true));
  }

  /**
   * What is to be done, in this order.
   *
   * @param since the application reads again the records with this timestamp or a later one; all
   *     that there are when null
   * @param outputs whether verdicts, metrics, alerts and dead letters are forgotten, too
   * @throws StartException if the application runs, or the brokers do not answer or refuse
   */
  public List<Step> plan(@Nullable Instant since, boolean outputs) {
    awaitStopped(Duration.ZERO);
    List<Step> steps = new ArrayList<>();
    for (String topic : internalTopics()) {
      steps.add(new Step("delete the internal topic " + topic, () -> delete(topic)));
    }
    brokers.describe(forgotten(outputs)).values().stream().map(this::emptying).forEach(steps::add);
    if (group().isPresent()) {
      steps.add(new Step("forget the consumer group " + name(), this::deleteGroup));
    }
    steps.add(rereading(since));
    if (Files.exists(state)) {
      steps.add(new Step("delete the state in " + state, this::deleteState));
    }
    return steps;
  }

  private String name() {
    return config.applicationId();
  }

  private Optional<GroupState> group() {
    return brokers.get("list groups", brokers.admin().listGroups().all()).stream()
        .filter(group -> group.groupId().equals(name()))
        .findFirst()
        .flatMap(group -> group.groupState());
  }

  private static boolean idle(GroupState state) {
    return state == GroupState.EMPTY || state == GroupState.DEAD;
  }

  /** The internal topics that are there. */
  private Set<String> internalTopics() {
    Set<String> names = new TreeSet<>();
    for (TopologyDescription.Subtopology part :
        Application.topology(config).describe().subtopologies()) {
      for (TopologyDescription.Node node : part.nodes()) {
        if (node instanceof TopologyDescription.Processor processor) {
          processor.stores().forEach(store -> names.add(name() + "-" + store + "-changelog"));
        } else if (node instanceof TopologyDescription.Source source) {
          source.topicSet().stream()
              .filter(topic -> topic.endsWith("-repartition"))
              .forEach(topic -> names.add(name() + "-" + topic));
        }
      }
    }
    names.retainAll(brokers.describe(names).keySet());
    return names;
  }

  private List<String> forgotten(boolean outputs) {
    TopicNames topics = config.topics();
    List<String> names = new ArrayList<>(List.of(topics.profiles(), topics.series()));
    if (outputs) {
      names.addAll(
          List.of(topics.verdicts(), topics.metrics(), topics.alerts(), topics.deadLetters()));
    }
    return names;
  }

  /** Brokers delete no single records of a compacted topic, so the topic is made anew. */
  private Step emptying(TopicDescription topic) {
    return new Step(
        "empty the topic " + topic.name() + " (delete it and create it as it is)",
        () -> {
          NewTopic anew =
              new NewTopic(
                      topic.name(),
                      topic.partitions().size(),
                      (short) topic.partitions().get(0).replicas().size())
                  .configs(settings(topic.name()));
          delete(topic.name());
          brokers.get(
              "create topic " + topic.name(), brokers.admin().createTopics(List.of(anew)).all());
          brokers.await(
              "the topic " + topic.name() + " does not appear again; run 'evenkeel topics'",
              () -> !brokers.describe(List.of(topic.name())).isEmpty());
        });
  }

  /** What was set of the topic itself. */
  private Map<String, String> settings(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Map<String, String> settings = new HashMap<>();
    brokers
        .get(
            "describe the configuration of topic " + topic,
            brokers.admin().describeConfigs(List.of(resource)).all())
        .values()
        .stream()
        .flatMap(config -> config.entries().stream())
        .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG)
        .forEach(entry -> settings.put(entry.name(), entry.value()));
    return settings;
  }

  private void delete(String topic) {
    brokers.getUnless(
        UnknownTopicOrPartitionException.class,
        "delete topic " + topic,
        brokers.admin().deleteTopics(List.of(topic)).all());
    brokers.await(
        "the topic " + topic + " is still there; try again",
        () -> brokers.describe(List.of(topic)).isEmpty());
  }

  private void deleteGroup() {
    brokers.getUnless(
        GroupIdNotFoundException.class,
        "delete the consumer group " + name() + ", which must have no members",
        brokers.admin().deleteConsumerGroups(List.of(name())).all());
  }

  private Step rereading(@Nullable Instant since) {
    Map<TopicPartition, OffsetAndMetadata> places = places(since);
    return new Step(
        "read again from " + (since == null ? "the beginning" : since) + ": " + words(places),
        () ->
            brokers.getUnless(
                GroupIdNotFoundException.class,
                "set the offsets of the consumer group " + name(),
                brokers.admin().alterConsumerGroupOffsets(name(), places).all()));
  }

  private Map<TopicPartition, OffsetAndMetadata> places(@Nullable Instant since) {
    List<String> inputs = List.of(config.topics().predictions(), config.topics().labels());
    Collection<TopicDescription> found = brokers.describe(inputs).values();
    Map<TopicPartition, Long> offsets = offsets(found, OffsetSpec.earliest());
    if (since != null) {
      Map<TopicPartition, Long> ends = offsets(found, OffsetSpec.latest());
      // -1 where no record is as young.
      offsets(found, OffsetSpec.forTimestamp(since.toEpochMilli()))
          .forEach(
              (partition, offset) ->
                  offsets.put(partition, offset < 0 ? ends.getOrDefault(partition, 0L) : offset));
    }
    Map<TopicPartition, OffsetAndMetadata> places = new HashMap<>();
    offsets.forEach((partition, offset) -> places.put(partition, new OffsetAndMetadata(offset)));
    return places;
  }

  private Map<TopicPartition, Long> offsets(Collection<TopicDescription> topics, OffsetSpec spec) {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (TopicDescription topic : topics) {
      topic
          .partitions()
          .forEach(part -> asked.put(new TopicPartition(topic.name(), part.partition()), spec));
    }
    Map<TopicPartition, ListOffsetsResultInfo> found =
        brokers.get("list offsets", brokers.admin().listOffsets(asked).all());
    Map<TopicPartition, Long> offsets = new HashMap<>();
    found.forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }

  private static String words(Map<TopicPartition, OffsetAndMetadata> places) {
    Map<String, Map<Integer, Long>> byTopic = new TreeMap<>();
    places.forEach(
        (partition, place) ->
            byTopic
                .computeIfAbsent(partition.topic(), none -> new TreeMap<>())
                .put(partition.partition(), place.offset()));
    return "offsets by partition " + byTopic;
  }

  private void deleteState() {
    try {
      Utils.delete(state.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(state + " cannot be deleted", e);
    }
  }

  @Override
  public void close() {
    brokers.close();
  }
}
