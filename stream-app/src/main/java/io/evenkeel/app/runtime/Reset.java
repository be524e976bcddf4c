package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.oncall.StandingOutputs;
import io.evenkeel.app.wording.Numbers;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the application forget what it knows and read its events again: its place in the input
 * topics, its internal topics, profiles and series, and the state on this machine; on request the
 * records of its output topics, too. Without that, what these say is in force is ended: the open
 * alerts and the maps, which an application without a state would leave for ever.
 *
 * <p>Kafka's own reset tool finds internal topics by their prefix, and would take those of an
 * application whose id begins with this one's. Here they are named one by one, after the topology.
 */
public final class Reset implements AutoCloseable {
  /** What stands beside the offsets of the application while it is being reset. */
  private static final String UNFINISHED = "evenkeel-reset-unfinished";

  private final AppConfig config;
  private final Brokers brokers;
  private final ConsumerGroup group;
  private final StateFolder state;

  private Reset(AppConfig config, Brokers brokers) {
    this.config = config;
    this.brokers = brokers;
    this.group = new ConsumerGroup(brokers, config.applicationId());
    this.state = StateFolder.of(config);
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
    return new Reset(config, Brokers.connect(config));
  }

  /**
   * Waits until no instance runs. Brokers take one that was killed for running until it has been
   * missed for {@code session.timeout.ms}, by default 45 s.
   *
   * @param progress is told if it has to wait
   * @throws StartException if one still runs after so long, or the brokers do not answer or refuse
   */
  public void awaitStopped(Duration patience, Consumer<String> progress) {
    group.awaitStopped(patience, progress);
  }

  /**
   * What is to be done, in this order: what the application knows is deleted once it is sure to
   * read its events again.
   *
   * @param since the application reads again the records with this timestamp or a later one; all
   *     that there are when null
   * @param outputs whether verdicts, metrics, alerts, published maps and dead letters are
   *     forgotten, too
   * @throws StartException if the application runs, the user may not do all of it, or the brokers
   *     do not answer or refuse
   */
  public List<Step> plan(@Nullable Instant since, boolean outputs) {
    group.awaitStopped(Duration.ZERO, any -> {});
    InternalTopics internal = InternalTopics.find(config, brokers);
    Optional<ConsumerGroup.Known> known = group.describe();
    Rights rights = new Rights(brokers);
    known.ifPresent(found -> rights.ofGroup(name(), found.allowed()));
    rights.toRead(inputs());
    rights.toDelete(internal.names());
    rights.toMakeAnew(forgotten(outputs));
    List<String> ended = ended(outputs);
    rights.toRead(ended);
    rights.toWrite(ended);
    rights.check("reset the application " + name());
    List<Step> steps = new ArrayList<>();
    if (known.isPresent()) {
      steps.add(new Step("forget the consumer group " + name(), group::delete));
    }
    Map<TopicPartition, OffsetAndMetadata> places = places(since);
    steps.add(rereading(since, places));
    for (String topic : internal.names()) {
      steps.add(new Step("delete the internal topic " + topic, () -> delete(topic)));
    }
    brokers.describe(forgotten(outputs)).values().stream().map(this::emptying).forEach(steps::add);
    steps.addAll(ending(ended));
    if (Files.exists(state.path())) {
      steps.add(new Step("delete the state in " + state.path(), state::delete));
    }
    steps.add(new Step("let the application start", () -> group.setOffsets(places)));
    return steps;
  }

  private List<String> inputs() {
    return List.of(config.topics().predictions(), config.topics().labels());
  }

  private String name() {
    return config.applicationId();
  }

  private List<String> forgotten(boolean outputs) {
    TopicNames topics = config.topics();
    List<String> names = new ArrayList<>(List.of(topics.profiles(), topics.series()));
    if (outputs) {
      names.addAll(
          List.of(
              topics.verdicts(),
              topics.metrics(),
              topics.alerts(),
              topics.recalibrations(),
              topics.deadLetters()));
    }
    return names;
  }

  /** The topics that stay, but whose records are in force no more. */
  private List<String> ended(boolean outputs) {
    TopicNames topics = config.topics();
    List<String> names = List.of(topics.alerts(), topics.recalibrations());
    // They are looked for only where they are not emptied anyway.
    return outputs || brokers.describe(names).size() < names.size() ? List.of() : names;
  }

  /** The application will know of no alert that fires now and of no map, and would end none. */
  private List<Step> ending(List<String> topics) {
    if (topics.isEmpty()) {
      return List.of();
    }
    Map<String, Object> kafka = KafkaProperties.clients(config);
    StandingOutputs standing = StandingOutputs.read(config, kafka);
    List<Step> steps = new ArrayList<>();
    int alerts = standing.alerts().size();
    if (alerts > 0) {
      steps.add(
          new Step(
              "resolve " + Numbers.of(alerts, "open alert") + " of " + config.topics().alerts(),
              () -> standing.retireAlerts(config, kafka, Instant.now())));
    }
    int maps = standing.maps().size();
    if (maps > 0) {
      steps.add(
          new Step(
              "delete " + Numbers.of(maps, "map") + " of " + config.topics().recalibrations(),
              () -> standing.deleteMaps(config, kafka)));
    }
    return steps;
  }

  /** Brokers delete no single records of a compacted topic, so the topic is created again. */
  private Step emptying(TopicDescription topic) {
    return new Step(
        "empty the topic " + topic.name() + " (delete it and create it as it is)",
        () -> {
          NewTopic again =
              new NewTopic(
                      topic.name(),
                      topic.partitions().size(),
                      (short) topic.partitions().get(0).replicas().size())
                  .configs(settings(topic.name()));
          delete(topic.name());
          brokers.get(
              "create topic " + topic.name(), brokers.admin().createTopics(List.of(again)).all());
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

  /** Until the last step, the places say that the application may not start. */
  private Step rereading(@Nullable Instant since, Map<TopicPartition, OffsetAndMetadata> places) {
    Map<TopicPartition, OffsetAndMetadata> unfinished = new HashMap<>(places);
    unfinished.replaceAll((partition, place) -> new OffsetAndMetadata(place.offset(), UNFINISHED));
    return new Step(
        "read again from " + (since == null ? "the beginning" : since) + ": " + words(places),
        () -> group.setOffsets(unfinished));
  }

  /**
   * Makes sure that no reset was interrupted: part of what the application knew would be left, and
   * events would count twice.
   *
   * @param offsets where its consumer group goes on
   * @throws StartException if one was
   */
  static void checkFinished(Map<TopicPartition, OffsetAndMetadata> offsets) {
    if (offsets.values().stream().anyMatch(place -> place.metadata().equals(UNFINISHED))) {
      throw new StartException(
          "a reset of the application was begun and not finished, so some of what it knew may be"
              + " left. Run 'evenkeel reset' again, to its end");
    }
  }

  private Map<TopicPartition, OffsetAndMetadata> places(@Nullable Instant since) {
    Collection<TopicDescription> found = brokers.describe(inputs()).values();
    Map<TopicPartition, Long> offsets = brokers.offsets(found, OffsetSpec.earliest());
    if (since != null) {
      Map<TopicPartition, Long> ends = brokers.offsets(found, OffsetSpec.latest());
      // -1 where no record is as young.
      brokers
          .offsets(found, OffsetSpec.forTimestamp(since.toEpochMilli()))
          .forEach(
              (partition, offset) ->
                  offsets.put(partition, offset < 0 ? ends.getOrDefault(partition, 0L) : offset));
    }
    Map<TopicPartition, OffsetAndMetadata> places = new HashMap<>();
    offsets.forEach((partition, offset) -> places.put(partition, new OffsetAndMetadata(offset)));
    return places;
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

  @Override
  public void close() {
    brokers.close();
  }
}
