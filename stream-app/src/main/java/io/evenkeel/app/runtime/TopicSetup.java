package io.evenkeel.app.runtime;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.TopicSpec.Cleanup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.record.TimestampType;

/** Looks at the topics of the application at the brokers, and creates those that are missing. */
public final class TopicSetup implements AutoCloseable {
  /**
   * Retention goes by the timestamps of records. Events of a replayed past carry old ones: with
   * those the brokers would delete them before they are read.
   */
  private static final String TIMESTAMP_OF_ARRIVAL = TimestampType.LOG_APPEND_TIME.name;

  private final AppConfig config;
  private final Brokers brokers;
  private final List<TopicSpec> specs;

  private TopicSetup(AppConfig config, Brokers brokers) {
    this.config = config;
    this.brokers = brokers;
    this.specs = TopicSpec.of(config);
  }

  /**
   * A topic that is there.
   *
   * @param spec what it should be
   * @param partitions the number of its partitions
   * @param cleanup its {@code cleanup.policy}
   */
  public record Found(TopicSpec spec, int partitions, String cleanup) {}

  /**
   * A connection to the brokers of the configuration.
   *
   * @throws io.evenkeel.app.config.ConfigException if no broker is named
   * @throws StartException if the client cannot be made
   */
  public static TopicSetup connect(AppConfig config) {
    return of(config, Brokers.connect(config));
  }

  static TopicSetup of(AppConfig config, Brokers brokers) {
    return new TopicSetup(config, brokers);
  }

  /**
   * The topics that are there.
   *
   * @throws StartException if no broker answers, or it refuses
   */
  public List<Found> find() {
    Map<String, TopicDescription> descriptions = describe();
    Map<String, String> policies = policies(descriptions.keySet());
    List<Found> found = new ArrayList<>();
    for (TopicSpec spec : specs) {
      TopicDescription description = descriptions.get(spec.name());
      if (description != null) {
        String policy = policies.getOrDefault(spec.name(), "");
        found.add(new Found(spec, description.partitions().size(), policy));
      }
    }
    return found;
  }

  /**
   * Creates the topics that are missing; labels with as many partitions as predictions, if one of
   * them is there.
   *
   * @param partitions the number of partitions of a scaled topic
   * @param replication the number of replicas; -1 for the brokers' default
   * @return the topics created
   * @throws StartException if the brokers refuse
   */
  public List<NewTopic> create(int partitions, short replication) {
    List<Found> found = find();
    List<String> names = found.stream().map(topic -> topic.spec().name()).toList();
    int scaled = inputs(found).stream().mapToInt(Found::partitions).findFirst().orElse(partitions);
    List<NewTopic> missing =
        specs.stream()
            .filter(spec -> !names.contains(spec.name()))
            .map(spec -> newTopic(spec, spec.scaled() ? scaled : 1, replication))
            .toList();
    // Another instance may create them at the same time.
    brokers
        .admin()
        .createTopics(missing)
        .values()
        .forEach(
            (name, future) ->
                brokers.getUnless(TopicExistsException.class, "create topic " + name, future));
    List<String> created = missing.stream().map(NewTopic::name).toList();
    brokers.await(
        "created topics " + created + " do not appear; try again",
        () -> describe().keySet().containsAll(created));
    return missing;
  }

  /**
   * What is wrong with the topics that are there or should be, each with its remedy; empty if
   * nothing is.
   */
  public List<String> problems(List<Found> found) {
    List<String> problems = new ArrayList<>();
    List<String> names = found.stream().map(topic -> topic.spec().name()).toList();
    for (TopicSpec spec : specs) {
      if (!names.contains(spec.name())) {
        problems.add("topic " + spec.name() + " is missing; create it with 'evenkeel topics'");
      }
    }
    List<Found> inputs = inputs(found);
    if (inputs.stream().mapToInt(Found::partitions).distinct().count() > 1) {
      problems.add(
          inputs.stream()
              .map(topic -> "topic " + topic.spec().name() + " has " + topic.partitions())
              .collect(
                  Collectors.joining(
                      " and ",
                      "",
                      " partitions; they are joined by partition and need the same number: delete"
                          + " one of them and create it again")));
    }
    for (Found topic : found) {
      if (topic.spec().cleanup() == Cleanup.COMPACT
          && !topic.cleanup().isEmpty()
          && !topic.cleanup().equals(Cleanup.COMPACT.policy())) {
        problems.add(
            "topic "
                + topic.spec().name()
                + " has cleanup.policy = "
                + topic.cleanup()
                + " and would lose what is still valid; set it to compact");
      }
    }
    return problems;
  }

  /**
   * The number of partitions of the predictions and of the labels.
   *
   * @throws StartException if a topic is missing or not as the application needs it
   */
  public int check() {
    List<Found> found = find();
    List<String> problems = problems(found);
    if (!problems.isEmpty()) {
      throw new StartException(String.join("\n", problems));
    }
    return inputs(found).get(0).partitions();
  }

  /**
   * What works and may one day lose something, each with what to do; empty if there is nothing.
   *
   * @throws StartException if no broker answers, or it refuses
   */
  public List<String> advice() {
    return new Advice(config, brokers, InternalTopics.find(config, brokers)).all();
  }

  /**
   * The number of partitions of those of the topics that are there.
   *
   * @throws StartException if no broker answers, or it refuses
   */
  public Map<String, Integer> partitions(Collection<String> topics) {
    return brokers.describe(topics).entrySet().stream()
        .collect(
            Collectors.toMap(Map.Entry::getKey, found -> found.getValue().partitions().size()));
  }

  /** The id of a topic that is there. */
  String id(String topic) {
    return Objects.requireNonNull(brokers.describe(List.of(topic)).get(topic), topic)
        .topicId()
        .toString();
  }

  @Override
  public void close() {
    brokers.close();
  }

  private List<Found> inputs(List<Found> found) {
    List<TopicSpec> inputs = specs.subList(0, 2);
    return found.stream().filter(topic -> inputs.contains(topic.spec())).toList();
  }

  private Map<String, TopicDescription> describe() {
    return brokers.describe(specs.stream().map(TopicSpec::name).toList());
  }

  /** Policies of the topics; none where the user may not see them. */
  private Map<String, String> policies(Collection<String> names) {
    Map<String, String> policies = new LinkedHashMap<>();
    brokers
        .admin()
        .describeConfigs(
            names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList())
        .values()
        .forEach(
            (topic, future) ->
                brokers
                    .getUnless(
                        AuthorizationException.class,
                        "describe the configuration of topic " + topic.name(),
                        future)
                    .ifPresent(
                        config ->
                            policies.put(
                                topic.name(),
                                config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value())));
    return policies;
  }

  private static NewTopic newTopic(TopicSpec spec, int partitions, short replication) {
    Map<String, String> configs = new LinkedHashMap<>();
    configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, spec.cleanup().policy());
    configs.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, TIMESTAMP_OF_ARRIVAL);
    if (spec.room() > 0) {
      configs.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(spec.room()));
    }
    return new NewTopic(
            spec.name(),
            Optional.of(partitions),
            replication < 0 ? Optional.empty() : Optional.of(replication))
        .configs(configs);
  }
}
