package io.evenkeel.local;

import static org.awaitility.Awaitility.await;

import io.evenkeel.local.broker.EmbeddedKafka;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Topics that were not made by the application. */
final class Topics {

  private Topics() {}

  /** Creates a topic, and returns when the broker shows it: a moment later. */
  static void create(EmbeddedKafka kafka, String name, int partitions, Map<String, String> configs)
      throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin
          .createTopics(Set.of(new NewTopic(name, partitions, (short) 1).configs(configs)))
          .all()
          .get();
      await().until(() -> admin.listTopics().names().get().contains(name));
    }
  }
}
