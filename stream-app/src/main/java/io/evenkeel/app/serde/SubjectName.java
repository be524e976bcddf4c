package io.evenkeel.app.serde;

import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.config.ConfigException;

/** How the subject of a schema is called: Confluent's three strategies. */
enum SubjectName {
  /** Topic and whether it is the key or the value: {@code predictions-value}. */
  TOPIC("TopicNameStrategy"),
  /** Full name of the record. */
  RECORD("RecordNameStrategy"),
  /** Topic and full name of the record. */
  TOPIC_RECORD("TopicRecordNameStrategy");

  private final String strategy;

  SubjectName(String strategy) {
    this.strategy = strategy;
  }

  /** The strategy of {@code key.subject.name.strategy} or {@code value.subject.name.strategy}. */
  static SubjectName of(Map<String, ?> properties, boolean isKey) {
    String property = (isKey ? "key" : "value") + ".subject.name.strategy";
    Object value = properties.get(property);
    String name = value instanceof Class<?> type ? type.getName() : String.valueOf(value);
    for (SubjectName subject : values()) {
      if (value == null || name.substring(name.lastIndexOf('.') + 1).equals(subject.strategy)) {
        return subject;
      }
    }
    throw new ConfigException(
        property
            + " must be TopicNameStrategy, RecordNameStrategy or TopicRecordNameStrategy, got "
            + name);
  }

  String of(String topic, boolean isKey, Schema schema) {
    return switch (this) {
      case TOPIC -> topic + (isKey ? "-key" : "-value");
      case RECORD -> schema.getFullName();
      case TOPIC_RECORD -> topic + "-" + schema.getFullName();
    };
  }
}
