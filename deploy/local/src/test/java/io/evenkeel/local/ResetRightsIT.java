package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.runtime.Application;
import io.evenkeel.app.runtime.KafkaProperties;
import io.evenkeel.local.broker.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reset by a user who lacks a right does nothing at all. */
class ResetRightsIT {
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\""
          + " password=\"%s\"%s;";

  @TempDir private Path directory;

  private final Shell shell = new Shell();

  /** A broker that knows the users app, who may do all, and ops. */
  private EmbeddedKafka broker() {
    return EmbeddedKafka.start(
        directory.resolve("broker"),
        Map.of(
            "listener.security.protocol.map",
            "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
            "sasl.enabled.mechanisms",
            "PLAIN",
            "sasl.mechanism.inter.broker.protocol",
            "PLAIN",
            "listener.name.plaintext.plain.sasl.jaas.config",
            LOGIN.formatted("app", "app", " user_app=\"app\" user_ops=\"ops\""),
            "authorizer.class.name",
            "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "super.users",
            "User:app;User:ANONYMOUS"));
  }

  private static Map<String, String> as(String user, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("kafka.security.protocol", "SASL_PLAINTEXT");
    all.put("kafka.sasl.mechanism", "PLAIN");
    all.put("kafka.sasl.jaas.config", LOGIN.formatted(user, user, ""));
    return all;
  }

  private static void allow(Admin admin, ResourceType type, String prefix, AclOperation operation)
      throws Exception {
    admin
        .createAcls(
            List.of(
                new AclBinding(
                    new ResourcePattern(type, prefix, PatternType.PREFIXED),
                    new AccessControlEntry("User:ops", "*", operation, AclPermissionType.ALLOW))))
        .all()
        .get();
  }

  @Test
  void aResetWithoutARightDoesNothing() throws Exception {
    try (EmbeddedKafka kafka = broker()) {
      Map<String, String> settings = BrokerSettings.of(kafka, directory, "rights");
      settings.put("kafka.session.timeout.ms", "6000");
      Map<String, String> app = as("app", settings);
      Map<String, String> ops = as("ops", settings);
      assertThat(shell.run(app, "topics", "--partitions=1")).as(shell.err()).isZero();
      AppConfig config = AppConfig.of(app);
      try (Admin admin = Admin.create(KafkaProperties.clients(config))) {
        allow(admin, ResourceType.TOPIC, "evenkeel", AclOperation.READ);
        allow(admin, ResourceType.TOPIC, "evenkeel", AclOperation.DESCRIBE_CONFIGS);
        allow(admin, ResourceType.TOPIC, "evenkeel", AclOperation.CREATE);
        Set<String> before;
        try (Application application = Application.start(config)) {
          await().atMost(Duration.ofMinutes(1)).until(() -> application.health().ready());
          before = admin.listTopics().names().get();

          assertThat(shell.run(ops, "reset", "--wait=0s", "--execute")).isEqualTo(3);
          assertThat(shell.err()).contains("refused to describe the consumer group evenkeel");
          allow(admin, ResourceType.GROUP, "evenkeel", AclOperation.READ);
          await()
              .untilAsserted(
                  () -> {
                    assertThat(shell.run(ops, "reset", "--wait=0s", "--execute")).isEqualTo(3);
                    assertThat(shell.err()).contains("the application evenkeel runs");
                  });
        }
        assertThat(shell.run(ops, "reset", "--execute")).isEqualTo(3);
        assertThat(shell.err())
            .contains("the user may not reset the application evenkeel, and nothing was done")
            .contains("DELETE on group evenkeel", "DELETE on topic evenkeel.profiles")
            .contains("DELETE on topic evenkeel-observations-changelog")
            .contains("WRITE on topic evenkeel.alerts", "WRITE on topic evenkeel.recalibrations")
            .doesNotContain("CREATE", "READ");
        assertThat(admin.listTopics().names().get()).isEqualTo(before);

        allow(admin, ResourceType.TOPIC, "evenkeel", AclOperation.DELETE);
        allow(admin, ResourceType.TOPIC, "evenkeel", AclOperation.WRITE);
        allow(admin, ResourceType.GROUP, "evenkeel", AclOperation.DELETE);
        await()
            .untilAsserted(
                () -> assertThat(shell.run(ops, "reset", "--execute")).as(shell.err()).isZero());
      }
    }
  }
}
