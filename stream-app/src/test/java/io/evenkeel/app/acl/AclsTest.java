package io.evenkeel.app.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.evenkeel.app.config.AppConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AclsTest {
  private static final AppConfig CONFIG =
      AppConfig.of(Map.of("application-id", "watch", "topics.labels", "outcomes"));

  private static Acls acls(Task... tasks) {
    return Acls.of(CONFIG, List.of(tasks));
  }

  private static ResourcePattern topic(String name) {
    return new ResourcePattern(ResourceType.TOPIC, name, PatternType.LITERAL);
  }

  @Test
  void producersMayWriteTwoTopicsAndNothingElse() {
    assertThat(AclText.commands(acls(Task.PRODUCE), "b1:9092,b2:9092", "User:shop"))
        .isEqualTo(
            """
            # admin.properties says how an administrator connects.
            kafka-acls.sh --bootstrap-server b1:9092,b2:9092 --command-config admin.properties --add \
            --allow-principal User:shop --operation Write --topic evenkeel.predictions --topic outcomes
            """);
  }

  @Test
  void theApplicationHasTopicsGroupAndTransactionsOfItsOwn() {
    assertThat(AclText.commands(acls(Task.RUN), "b:9092", "User:evenkeel").lines().skip(1))
        .map(line -> line.substring(line.indexOf("--operation")))
        .containsExactly(
            "--operation Read --operation DescribeConfigs"
                + " --topic evenkeel.predictions --topic outcomes --topic evenkeel.silences",
            "--operation Read --operation Write --operation DescribeConfigs"
                + " --topic evenkeel.profiles --topic evenkeel.series"
                + " --topic evenkeel.verdicts --topic evenkeel.alerts"
                + " --topic evenkeel.recalibrations",
            "--operation Write --operation DescribeConfigs"
                + " --topic evenkeel.metrics --topic evenkeel.dead-letters",
            "--operation Read --operation Write --operation Create --operation Delete"
                + " --resource-pattern-type prefixed --topic watch-",
            "--operation Read --group watch",
            "--operation Write --resource-pattern-type prefixed --transactional-id watch-");
  }

  @Test
  void theApplicationMayBeInTheGroupOfBridgesOnlyIfItIsOne() {
    ResourcePattern group =
        new ResourcePattern(ResourceType.GROUP, "watch-alertmanager", PatternType.LITERAL);
    AppConfig telling =
        AppConfig.of(Map.of("application-id", "watch", "alertmanager.urls", "http://a:9093"));

    assertThat(acls(Task.RUN).allowed()).doesNotContainKey(group);
    assertThat(Acls.of(telling, List.of(Task.RUN)).allowed()).containsKey(group);
    assertThat(acls(Task.ALERTMANAGER).allowed()).containsOnlyKeys(topic("evenkeel.alerts"), group);
  }

  @Test
  void theApplicationSilencesAlertsOnlyForThoseWhoHaveAToken() {
    AppConfig closed = AppConfig.of(Map.of("http.token", "correct-horse-battery"));

    assertThat(acls(Task.RUN).allowed().get(topic("evenkeel.silences")))
        .doesNotContain(AclOperation.WRITE);
    assertThat(Acls.of(closed, List.of(Task.RUN)).allowed().get(topic("evenkeel.silences")))
        .contains(AclOperation.READ, AclOperation.WRITE);
  }

  @Test
  void theApplicationMaySeeTheGroupsOfSinksThatItWatches() {
    AppConfig watching =
        AppConfig.of(Map.of("monitor.sinks.connect-evenkeel-alerts", "evenkeel.alerts"));

    assertThat(Acls.of(watching, List.of(Task.RUN)).allowed())
        .containsEntry(
            new ResourcePattern(ResourceType.GROUP, "connect-evenkeel-alerts", PatternType.LITERAL),
            Set.of(AclOperation.DESCRIBE));
  }

  @Test
  void whoDoesSeveralTasksMayDoWhatEachNeeds() {
    assertThat(acls(Task.PRODUCE, Task.CHECK).allowed().get(topic("outcomes")))
        .containsExactlyInAnyOrder(AclOperation.READ, AclOperation.WRITE);
  }

  @Test
  void whoSilencesAlertsFindsThemByTheirIds() {
    assertThat(acls(Task.SILENCE).allowed())
        .containsOnlyKeys(topic("evenkeel.alerts"), topic("evenkeel.silences"));
    assertThat(acls(Task.SILENCE).allowed().get(topic("evenkeel.alerts")))
        .containsExactly(AclOperation.READ);
    assertThat(acls(Task.SILENCE).allowed().get(topic("evenkeel.silences")))
        .containsExactlyInAnyOrder(AclOperation.READ, AclOperation.WRITE);
  }

  @Test
  void whoServesPredictionsReadsPublishedMapsAndNothingElse() {
    assertThat(acls(Task.RECALIBRATIONS).allowed())
        .containsExactly(Map.entry(topic("evenkeel.recalibrations"), Set.of(AclOperation.READ)));
  }

  @Test
  void whoAppliesMapsWritesRecalibratedPredictionsAndNoOtherTopic() {
    assertThat(acls(Task.of("apply-maps")).allowed())
        .containsOnlyKeys(
            topic("evenkeel.predictions"),
            topic("evenkeel.recalibrations"),
            topic("evenkeel.recalibrated"),
            new ResourcePattern(
                ResourceType.GROUP, "watch-apply-maps-evenkeel.recalibrated", PatternType.LITERAL),
            new ResourcePattern(
                ResourceType.TRANSACTIONAL_ID,
                "watch-apply-maps-evenkeel.recalibrated-",
                PatternType.PREFIXED))
        .containsEntry(
            topic("evenkeel.recalibrated"),
            Set.of(AclOperation.CREATE, AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
  }

  @Test
  void whoComparesVersionsReadsBothMakesTheChallengersTopicAndWritesComparisonsAndAlerts() {
    assertThat(acls(Task.of("compare")).allowed())
        .containsOnlyKeys(
            topic("evenkeel.predictions"),
            topic("outcomes"),
            topic("evenkeel.challenger"),
            topic("evenkeel.silences"),
            topic("evenkeel.comparisons"),
            topic("evenkeel.alerts"),
            new ResourcePattern(
                ResourceType.TOPIC, "watch-compare-evenkeel.challenger-", PatternType.PREFIXED),
            new ResourcePattern(
                ResourceType.GROUP, "watch-compare-evenkeel.challenger", PatternType.LITERAL),
            new ResourcePattern(
                ResourceType.TRANSACTIONAL_ID,
                "watch-compare-evenkeel.challenger-",
                PatternType.PREFIXED))
        .containsEntry(
            topic("evenkeel.challenger"),
            Set.of(AclOperation.CREATE, AclOperation.READ, AclOperation.DESCRIBE_CONFIGS))
        .containsEntry(
            topic("evenkeel.alerts"), Set.of(AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS));
  }

  @Test
  void connectorsMakeTheTopicOfTheirDeadLettersAndWriteToNoOther() {
    assertThat(acls(Task.CONNECT).allowed())
        .containsEntry(
            topic("evenkeel.connect-dead-letters"), Set.of(AclOperation.CREATE, AclOperation.WRITE))
        .containsEntry(topic("evenkeel.verdicts"), Set.of(AclOperation.READ))
        .containsEntry(topic("evenkeel.metrics"), Set.of(AclOperation.READ))
        .containsEntry(topic("evenkeel.alerts"), Set.of(AclOperation.READ));
  }

  @Test
  void onlyTheApplicationAndItsAdministratorsChangeTopics() {
    for (Task task :
        List.of(
            Task.PRODUCE,
            Task.CHECK,
            Task.ALERTS,
            Task.RECALIBRATIONS,
            Task.SILENCE,
            Task.EXPLAIN)) {
      assertThat(acls(task).allowed().values())
          .allSatisfy(
              operations ->
                  assertThat(operations).doesNotContain(AclOperation.CREATE, AclOperation.DELETE));
    }
  }

  @ParameterizedTest
  @EnumSource(Task.class)
  void strimziIsToldTheSame(Task task) throws Exception {
    Acls acls = acls(task);
    JsonNode user = new YAMLMapper().readTree(AclText.strimzi(acls, "User:evenkeel"));
    assertThat(user.at("/metadata/name").asText()).isEqualTo("evenkeel");
    List<String> told = new ArrayList<>();
    for (JsonNode each : user.at("/spec/authorization/acls")) {
      JsonNode resource = each.get("resource");
      for (JsonNode operation : each.get("operations")) {
        told.add(
            "%s %s %s %s"
                .formatted(
                    resource.get("type").asText(),
                    resource.get("patternType").asText(),
                    resource.get("name").asText(),
                    operation.asText()));
      }
    }
    assertThat(told)
        .isNotEmpty()
        .isEqualTo(acls.bindings("User:evenkeel").stream().map(AclsTest::asStrimzi).toList());
  }

  private static String asStrimzi(AclBinding binding) {
    String type =
        switch (binding.pattern().resourceType()) {
          case TOPIC -> "topic";
          case GROUP -> "group";
          case TRANSACTIONAL_ID -> "transactionalId";
          default -> throw new AssertionError(binding);
        };
    String operation =
        switch (binding.entry().operation()) {
          case READ -> "Read";
          case WRITE -> "Write";
          case CREATE -> "Create";
          case DELETE -> "Delete";
          case DESCRIBE -> "Describe";
          case DESCRIBE_CONFIGS -> "DescribeConfigs";
          case ALTER_CONFIGS -> "AlterConfigs";
          default -> throw new AssertionError(binding);
        };
    String pattern = binding.pattern().patternType() == PatternType.PREFIXED ? "prefix" : "literal";
    return "%s %s %s %s".formatted(type, pattern, binding.pattern().name(), operation);
  }

  @Test
  void quotesNamesOfCertificatesForTheShell() {
    assertThat(AclText.commands(acls(Task.SILENCE), "b:9092", "User:CN=on call,O=Acme's"))
        .contains("--allow-principal 'User:CN=on call,O=Acme'\\''s' --operation");
  }

  @Test
  void strimziKnowsUsersOnly() {
    assertThatThrownBy(() -> AclText.strimzi(acls(Task.RUN), "Group:ops"))
        .hasMessageContaining("User:evenkeel")
        .hasMessageContaining("Group:ops");
  }
}
