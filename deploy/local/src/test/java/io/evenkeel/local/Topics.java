package io.evenkeel.local;

import static org.awaitility.Awaitility.await;

import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Topics that were not made by the application. */
final class Topics {

  private Topics() {}

  /** Creates a topic, and returns when the broker shows it: a moment later. */
  static void create(Admin admin, NewTopic topic) throws Exception {
    admin.createTopics(Set.of(topic)).all().get();
    await().until(() -> admin.listTopics().names().get().contains(topic.name()));
  }
}
