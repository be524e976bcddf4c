package io.evenkeel.app.serde;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;

/** Takes only schemas that were registered for the topic. Safe for use by many threads. */
final class StrictSubjects {
  private static final String PROPERTY = "schema.registry.subjects";
  static final int MOST_KNOWN = 10_000;

  private final SchemaRegistry registry;
  private final SubjectName names;
  private final boolean isKey;
  private final Map<Pair, Boolean> known = new ConcurrentHashMap<>();

  private record Pair(String topic, int id) {}

  StrictSubjects(SchemaRegistry registry, SubjectName names, boolean isKey) {
    this.registry = registry;
    this.names = names;
    this.isKey = isKey;
  }

  /** The check that the properties ask for; empty if they take any subject. */
  static Optional<StrictSubjects> of(
      Map<String, ?> properties, boolean isKey, SchemaRegistry registry) {
    Object value = properties.get(PROPERTY);
    if (value == null || value.equals("any")) {
      return Optional.empty();
    }
    if (!value.equals("strict")) {
      throw new ConfigException(PROPERTY + " must be any or strict, got " + value);
    }
    return Optional.of(new StrictSubjects(registry, SubjectName.of(properties, isKey), isKey));
  }

  /** The number of pairs of topic and schema whose answer is remembered. */
  int known() {
    return known.size();
  }

  /**
   * Refuses a schema that is no version of the topic's subject.
   *
   * @throws SerializationException if it is none
   * @throws RegistryException if the registry does not answer
   */
  void check(String topic, int id) {
    Pair pair = new Pair(topic, id);
    String subject = names.of(topic, isKey, registry.schemaOf(id));
    Boolean allowed = known.get(pair);
    if (allowed == null) {
      allowed = registry.isVersion(subject, id);
      if (known.size() < MOST_KNOWN) {
        known.put(pair, allowed);
      }
    }
    if (!allowed) {
      throw new SerializationException(
          "the schema of id "
              + id
              + " is no version of subject "
              + subject
              + "; register it there, or set schema.registry.subjects to any");
    }
  }
}
