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
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** Looks at the topics of the application at the brokers, and creates those that are missing. */
public final class TopicSetup implements AutoCloseable {
  /**
   * Retention goes by the timestamps of records. Events of a replayed past carry old ones: with
   * those the brokers would delete them before they are read.
   */
  private static final String TIMESTAMP_OF_ARRIVAL = TimestampType.LOG_APPEND_TIME.name;

  private final AppConfig config;
  private final Brokers brokers;
  private final Needs needs;

  private TopicSetup(AppConfig config, Brokers brokers, Needs needs) {
    this.config = config;
    this.brokers = brokers;
    this.needs = needs;
  }

  /**
   * What an application needs.
   *
   * @param specs its topics, those first whose partitions belong together
   * @param together how many those are
   * @param creator the command that creates them
   */
  private record Needs(List<TopicSpec> specs, int together, String creator) {}

  /**
   * A topic that is there.
   *
   * @param spec what it should be
   * @param partitions the number of its partitions
   * @param cleanup its {@code cleanup.policy}; empty where the user may not see it
   * @param room its {@code max.message.bytes}; the largest number where the user may not see it
   */
  public record Found(TopicSpec spec, int partitions, String cleanup, int room) {
    private boolean isCramped() {
      return room < spec.room();
    }
  }

  /**
   * A connection to the brokers of the configuration.
   *
   * @throws io.evenkeel.app.config.ConfigException if no broker is named
   * @throws StartException if the client cannot be made
   */
  public static TopicSetup connect(AppConfig config) {
    return of(config, Brokers.connect(config));
  }

  /**
   * The same for the topics of the application that applies maps.
   *
   * @throws io.evenkeel.app.config.ConfigException if no broker is named
   * @throws StartException if the client cannot be made
   */
  public static TopicSetup connectMaps(AppConfig config) {
    return ofMaps(config, Brokers.connect(config));
  }

  /**
   * The same for the topics of the application that compares two versions.
   *
   * @throws io.evenkeel.app.config.ConfigException if no broker is named
   * @throws StartException if the client cannot be made
   */
  public static TopicSetup connectComparison(AppConfig config) {
    return ofComparison(config, Brokers.connect(config));
  }

  static TopicSetup of(AppConfig config, Brokers brokers) {
    return new TopicSetup(config, brokers, new Needs(TopicSpec.of(config), 2, "topics"));
  }

  static TopicSetup ofMaps(AppConfig config, Brokers brokers) {
    return new TopicSetup(
        config, brokers, new Needs(TopicSpec.ofMaps(config), 2, "apply-maps --create-topics"));
  }

  static TopicSetup ofComparison(AppConfig config, Brokers brokers) {
    return new TopicSetup(
        config, brokers, new Needs(TopicSpec.ofComparison(config), 3, "compare --create-topics"));
  }

  /**
   * The topics that are there.
   *
   * @throws StartException if no broker answers, or it refuses
   */
  public List<Found> find() {
    Map<String, TopicDescription> descriptions = describe();
    Map<String, Config> configs = configs(descriptions.keySet());
    List<Found> found = new ArrayList<>();
    for (TopicSpec spec : needs.specs) {
      TopicDescription description = descriptions.get(spec.name());
      if (description != null) {
        found.add(found(spec, description.partitions().size(), configs.get(spec.name())));
      }
    }
    return found;
  }

  private static Found found(TopicSpec spec, int partitions, @Nullable Config config) {
    return config == null
        ? new Found(spec, partitions, "", Integer.MAX_VALUE)
        : new Found(
            spec,
            partitions,
            config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value(),
            Integer.parseInt(config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value()));
  }

  /**
   * Creates the topics that are missing; those that belong together with as many partitions as the
   * first of them that is there. Returns when every partition of them can be written.
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
        needs.specs.stream()
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
    // A partition appears before its leader serves it. Of what a producer sends meanwhile the first
    // batch may be refused and the second taken: then the first never is (KAFKA-15591).
    brokers.offsets(brokers.describe(created).values(), OffsetSpec.latest());
    return missing;
  }

  /**
   * What is wrong with the topics that are there or should be, each with its remedy; empty if
   * nothing is.
   */
  public List<String> problems(List<Found> found) {
    List<String> problems = new ArrayList<>();
    List<String> names = found.stream().map(topic -> topic.spec().name()).toList();
    for (TopicSpec spec : needs.specs) {
      if (!names.contains(spec.name())) {
        problems.add(
            "topic "
                + spec.name()
                + " is missing; create it with 'evenkeel "
                + needs.creator
                + "'");
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

  /** The topics that take smaller records than the application may write, each with its remedy. */
  public static List<String> cramped(List<Found> found) {
    return found.stream()
        .filter(Found::isCramped)
        .map(
            topic ->
                "topic "
                    + topic.spec().name()
                    + " has max.message.bytes = "
                    + topic.room()
                    + ", and a larger record would stop the application; run 'evenkeel topics',"
                    + " which raises it to "
                    + topic.spec().room()
                    + " if it has the right to alter topics")
        .toList();
  }

  /**
   * The topics that are there, if that is all of them and none is wrong.
   *
   * @throws StartException if a topic is missing or not as the application needs it
   */
  public List<Found> check() {
    List<Found> found = find();
    StartException.refuse(problems(found));
    return found;
  }

  /** The number of partitions of the topics that belong together, which are there. */
  int scale(List<Found> found) {
    return inputs(found).get(0).partitions();
  }

  /**
   * Raises {@code max.message.bytes} of the topics that take smaller records than the application
   * may write. Those that the user may not alter stay as they are.
   *
   * @return the names of the topics that were altered
   * @throws StartException if no broker answers, or it refuses for another reason
   */
  public Set<String> makeRoom() {
    Map<ConfigResource, Collection<AlterConfigOp>> changes = new LinkedHashMap<>();
    find().stream()
        .filter(Found::isCramped)
        .map(Found::spec)
        .forEach(spec -> changes.put(resource(spec.name()), List.of(room(spec))));
    Set<String> altered =
        allowed(
                "alter topic ",
                brokers.admin().incrementalAlterConfigs(changes).values().entrySet().stream()
                    .collect(
                        Collectors.toMap(
                            Map.Entry::getKey, each -> each.getValue().thenApply(none -> true))))
            .keySet();
    brokers.await(
        "topics " + altered + " are not altered yet; try again",
        () ->
            find().stream()
                .noneMatch(found -> found.isCramped() && altered.contains(found.spec().name())));
    return altered;
  }

  private static AlterConfigOp room(TopicSpec spec) {
    return new AlterConfigOp(
        new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(spec.room())),
        AlterConfigOp.OpType.SET);
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
    List<TopicSpec> inputs = needs.specs.subList(0, needs.together);
    return found.stream().filter(topic -> inputs.contains(topic.spec())).toList();
  }

  private Map<String, TopicDescription> describe() {
    return brokers.describe(needs.specs.stream().map(TopicSpec::name).toList());
  }

  /** The settings of the topics; none where the user may not see them. */
  private Map<String, Config> configs(Collection<String> names) {
    return allowed(
        "describe the configuration of topic ",
        brokers
            .admin()
            .describeConfigs(names.stream().map(TopicSetup::resource).toList())
            .values());
  }

  /** The answers on those of the topics of which the user may do this. */
  private <T> Map<String, T> allowed(String what, Map<ConfigResource, KafkaFuture<T>> answers) {
    Map<String, T> allowed = new LinkedHashMap<>();
    answers.forEach(
        (topic, future) ->
            brokers
                .getUnless(AuthorizationException.class, what + topic.name(), future)
                .ifPresent(answer -> allowed.put(topic.name(), answer)));
    return allowed;
  }

  private static ConfigResource resource(String topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic);
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
