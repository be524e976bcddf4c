package io.evenkeel.local;

import io.evenkeel.local.broker.EmbeddedKafka;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Settings of an application that has a broker and a registry in memory; they may be changed. */
final class BrokerSettings {

  private BrokerSettings() {}

  /**
   * An application with the default id and topics.
   *
   * @param directory of its state
   * @param registry name of the registry
   */
  static Map<String, String> of(EmbeddedKafka kafka, Path directory, String registry) {
    Map<String, String> settings = new HashMap<>();
    settings.put("http.port", "0");
    settings.put("kafka.bootstrap.servers", kafka.bootstrapServers());
    settings.put("kafka.state.dir", directory.resolve("state").toString());
    settings.put("serde.properties.schema.registry.url", "mock://" + registry);
    return settings;
  }

  /** One of several on a broker, with topics and a registry of its own, which bear its id. */
  static Map<String, String> apart(EmbeddedKafka kafka, Path directory, String id) {
    Map<String, String> settings = of(kafka, directory, id);
    settings.put("application-id", id);
    for (String topic :
        List.of(
            "predictions",
            "labels",
            "profiles",
            "series",
            "verdicts",
            "metrics",
            "alerts",
            "recalibrations",
            "silences",
            "dead-letters")) {
      settings.put("topics." + topic, id + "." + topic);
    }
    return settings;
  }
}
