package io.evenkeel.app.serde;

import io.evenkeel.app.config.TopicNames;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * Puts the schemas of all events into the registry before the first event is sent, and has it
 * refuse versions that old readers, or old events, could not live with.
 */
public final class SchemaRegistration {
  /** Evenkeel's own schemas evolve so: old and new read each other. */
  private static final String COMPATIBILITY = "FULL";

  private SchemaRegistration() {}

  /**
   * Registers the schemas under the subjects of their topics. Doing so again changes nothing.
   *
   * @param properties those of the serializer: where the registry is, how subjects are called
   * @param topics the names of the topics
   * @return the ids by subject
   * @throws RegistryException if the registry does not answer, or refuses
   */
  public static Map<String, Integer> register(Map<String, ?> properties, TopicNames topics) {
    SchemaRegistry registry = SchemaRegistry.of(properties);
    SubjectName name = SubjectName.of(properties, false);
    Map<String, Integer> ids = new LinkedHashMap<>();
    PublicSchemas.byTopic(topics)
        .forEach(
            (topic, schema) -> {
              Schema registered = RegisteredForm.of(schema);
              String subject = name.of(topic, false, registered);
              ids.put(subject, registry.register(subject, registered));
              // Afterwards: some registries know no settings of a subject without a version.
              registry.setCompatibility(subject, COMPATIBILITY);
            });
    return ids;
  }
}
