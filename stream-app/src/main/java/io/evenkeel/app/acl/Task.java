package io.evenkeel.app.acl;

import static org.apache.kafka.common.acl.AclOperation.ALTER_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DELETE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import io.evenkeel.app.alertmanager.AlertmanagerBridge;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.apache.kafka.common.acl.AclOperation;

/** What a user does with Evenkeel, and what brokers must allow for it. */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
public enum Task {
  /** Watches models. */
  RUN("watches models, and sends alerts to Alertmanager if alertmanager.urls is set", Task::run),
  /** Sends predictions and labels. */
  PRODUCE(
      "sends predictions and labels, as producers, simulate and replay do",
      (config, acls) -> acls.topics(inputs(config), WRITE)),
  /** Reads alerts. */
  ALERTS("lists alerts", (config, acls) -> acls.topics(List.of(config.topics().alerts()), READ)),
  /** Reads published maps. */
  RECALIBRATIONS(
      "lists or applies published maps, as systems that serve predictions do",
      (config, acls) -> acls.topics(List.of(config.topics().recalibrations()), READ)),
  /** Applies published maps. */
  APPLY_MAPS("applies published maps to predictions, topic to topic", Task::applyMaps),
  /** Compares two versions. */
  COMPARE(
      "compares two versions of models, topics.predictions with topics.challenger", Task::compare),
  /** Silences alerts. */
  SILENCE("lists alerts, silences them, and ends silences", Task::silence),
  /** Says which events cannot be used. */
  CHECK("says which events cannot be used", (config, acls) -> acls.topics(inputs(config), READ)),
  /** Recomputes the verdict behind an alert, or a published map. */
  EXPLAIN("recomputes the verdict behind an alert, or a published map", Task::explain),
  /** Hands alerts to Alertmanager as a program of its own. */
  ALERTMANAGER("hands alerts to Alertmanager as a program of its own", Task::alertmanager),
  /** Sinks of Kafka Connect. */
  CONNECT("reads for the connectors of deploy/connect", Task::connect),
  /** Creates missing topics, makes room in the others and checks all. */
  TOPICS("creates missing topics, raises max.message.bytes of others and checks all", Task::topics),
  /** Forgets all state. */
  RESET("forgets all state, with --outputs, too", Task::reset),
  /** Passes over one record. */
  SKIP("passes over one record", Task::skip);

  private final String description;
  private final BiConsumer<AppConfig, Acls> rights;

  Task(String description, BiConsumer<AppConfig, Acls> rights) {
    this.description = description;
    this.rights = rights;
  }

  /**
   * The task of a name as it is written on the command line.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Task of(String name) {
    return Arrays.stream(values())
        .filter(task -> task.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no task '" + name + "'; they are " + Arrays.toString(values())));
  }

  /** What is done. */
  public String description() {
    return description;
  }

  void allow(AppConfig config, Acls acls) {
    rights.accept(config, acls);
  }

  /** The name as it is written on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static void run(AppConfig config, Acls acls) {
    TopicNames topics = config.topics();
    acls.topics(inputs(config), READ, DESCRIBE_CONFIGS);
    acls.topics(List.of(topics.silences()), READ, DESCRIBE_CONFIGS);
    acls.topics(
        List.of(
            topics.profiles(),
            topics.series(),
            topics.verdicts(),
            topics.alerts(),
            topics.recalibrations()),
        READ,
        WRITE,
        DESCRIBE_CONFIGS);
    acls.topics(List.of(topics.metrics(), topics.deadLetters()), WRITE, DESCRIBE_CONFIGS);
    // Without DELETE what the second stage has read would stay in its topic for ever.
    acls.internalTopics(internal(config), CREATE, DELETE, READ, WRITE);
    acls.group(config.applicationId(), READ);
    acls.transactions(internal(config), WRITE);
    if (!config.alertmanager().urls().isEmpty()) {
      alertmanager(config, acls);
    }
    if (config.http().needsToken()) {
      // Users who have the token silence alerts from the status page.
      acls.topics(List.of(topics.silences()), WRITE);
    }
    config.monitor().sinks().keySet().forEach(group -> acls.group(group, DESCRIBE));
  }

  private static void applyMaps(AppConfig config, Acls acls) {
    TopicNames topics = config.topics();
    String id = config.mapsApplicationId();
    acls.topics(List.of(topics.predictions(), topics.recalibrations()), READ, DESCRIBE_CONFIGS);
    acls.topics(List.of(topics.recalibrated()), CREATE, WRITE, DESCRIBE_CONFIGS);
    acls.group(id, READ);
    acls.transactions(id + "-", WRITE);
  }

  private static void compare(AppConfig config, Acls acls) {
    TopicNames topics = config.topics();
    String internal = config.comparisonApplicationId() + "-";
    acls.topics(inputs(config), READ, DESCRIBE_CONFIGS);
    acls.topics(List.of(topics.silences()), READ, DESCRIBE_CONFIGS);
    // No other task creates it, unless it is a shadow of apply-maps.
    acls.topics(List.of(topics.challenger()), CREATE, READ, DESCRIBE_CONFIGS);
    acls.topics(List.of(topics.comparisons()), CREATE, WRITE, DESCRIBE_CONFIGS);
    acls.topics(List.of(topics.alerts()), WRITE, DESCRIBE_CONFIGS);
    acls.internalTopics(internal, CREATE, DELETE, READ, WRITE);
    acls.group(config.comparisonApplicationId(), READ);
    acls.transactions(internal, WRITE);
  }

  private static void silence(AppConfig config, Acls acls) {
    // An alert is named by its ID, which is looked up; a silence is ended by what began it.
    ALERTS.allow(config, acls);
    acls.topics(List.of(config.topics().silences()), READ, WRITE);
  }

  private static void explain(AppConfig config, Acls acls) {
    TopicNames topics = config.topics();
    acls.topics(inputs(config), READ);
    acls.topics(
        List.of(
            topics.profiles(),
            topics.series(),
            topics.verdicts(),
            topics.alerts(),
            topics.recalibrations(),
            topics.deadLetters()),
        READ);
  }

  private static void alertmanager(AppConfig config, Acls acls) {
    acls.topics(List.of(config.topics().alerts()), READ);
    acls.group(AlertmanagerBridge.group(config), READ);
  }

  private static void connect(AppConfig config, Acls acls) {
    TopicNames topics = config.topics();
    acls.topics(
        List.of(topics.verdicts(), topics.metrics(), topics.alerts(), topics.recalibrations()),
        READ);
    acls.topics(List.of("evenkeel.connect-dead-letters"), CREATE, WRITE);
    // A connector's group is its name after this word.
    for (String connector : List.of("verdicts", "metrics", "alerts", "recalibrations")) {
      acls.group("connect-evenkeel-" + connector, READ);
    }
  }

  private static void topics(AppConfig config, Acls acls) {
    TopicNames topics = config.topics();
    AclOperation[] written = {CREATE, DESCRIBE, DESCRIBE_CONFIGS, ALTER_CONFIGS};
    acls.topics(inputs(config), CREATE, DESCRIBE, DESCRIBE_CONFIGS);
    acls.topics(outputs(config), written);
    acls.topics(List.of(topics.profiles(), topics.series(), topics.silences()), written);
    acls.internalTopics(internal(config), DESCRIBE);
  }

  private static void reset(AppConfig config, Acls acls) {
    TopicNames topics = config.topics();
    acls.topics(inputs(config), READ);
    AclOperation[] recreated = {CREATE, DELETE, DESCRIBE_CONFIGS};
    acls.topics(List.of(topics.profiles(), topics.series()), recreated);
    acls.topics(outputs(config), recreated);
    // Where they are not emptied, what is in force there is ended.
    acls.topics(List.of(topics.alerts(), topics.recalibrations()), READ, WRITE);
    acls.internalTopics(internal(config), DELETE);
    acls.group(config.applicationId(), READ, DELETE);
  }

  private static void skip(AppConfig config, Acls acls) {
    acls.topics(inputs(config), READ);
    // The note of what is skipped is an offset of this topic, which its readers may set.
    acls.topics(List.of(config.topics().deadLetters()), READ, WRITE);
    acls.group(config.applicationId(), READ);
  }

  private static List<String> inputs(AppConfig config) {
    return List.of(config.topics().predictions(), config.topics().labels());
  }

  private static List<String> outputs(AppConfig config) {
    TopicNames topics = config.topics();
    return List.of(
        topics.verdicts(),
        topics.metrics(),
        topics.alerts(),
        topics.recalibrations(),
        topics.deadLetters());
  }

  /** How the names of internal topics and of transactions begin. */
  private static String internal(AppConfig config) {
    return config.applicationId() + "-";
  }
}
