package io.evenkeel.app.serde;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;

/** Takes only schemas that were registered for the topic. Safe for use by many threads. */
final class StrictSubjects {
  private static final String PROPERTY = "schema.registry.subjects";
  static final int MOST_KNOWN = 10_000;

  private final SchemaRegistry registry;
  private final SubjectName names;
  private final boolean isKey;
  private final LongSupplier nanos;
  private final Map<Pair, Answer> known = new ConcurrentHashMap<>();

  private record Pair(String topic, int id) {}

  private record Answer(boolean isVersion, long since) {}

  /**
   * A check that has asked for nothing.
   *
   * @param nanos a clock, as {@link System#nanoTime}
   */
  StrictSubjects(SchemaRegistry registry, SubjectName names, boolean isKey, LongSupplier nanos) {
    this.registry = registry;
    this.names = names;
    this.isKey = isKey;
    this.nanos = nanos;
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
    SubjectName names = SubjectName.of(properties, isKey);
    return Optional.of(new StrictSubjects(registry, names, isKey, System::nanoTime));
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
    Answer answer = known.get(pair);
    if (answer == null || !holds(answer)) {
      answer = new Answer(registry.isVersion(subject, id), nanos.getAsLong());
      if (known.size() < MOST_KNOWN || known.containsKey(pair)) {
        known.put(pair, answer);
      }
    }
    if (!answer.isVersion()) {
      throw new SerializationException(
          "the schema of id "
              + id
              + " is no version of subject "
              + subject
              + "; register it there, or set schema.registry.subjects to any");
    }
  }

  /** A no does not hold for good: the schema may be registered for the topic later. */
  private boolean holds(Answer answer) {
    return answer.isVersion()
        || nanos.getAsLong() - answer.since() < RegistryClient.NO_KEPT.toNanos();
  }
}
