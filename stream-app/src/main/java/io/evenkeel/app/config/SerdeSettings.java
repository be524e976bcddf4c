package io.evenkeel.app.config;

import java.util.List;
import java.util.Map;

/**
 * How events become bytes: any Avro serde that Kafka clients can use.
 *
 * @param serializer name of a {@code org.apache.kafka.common.serialization.Serializer}
 * @param deserializer name of a {@code org.apache.kafka.common.serialization.Deserializer}
 * @param properties what both are configured with, for example {@code schema.registry.url}
 */
public record SerdeSettings(
    String serializer, String deserializer, Map<String, String> properties) {
  private static final Setting<String> SERIALIZER =
      className(
          "serializer",
          "Serializer",
          "Class that writes events, any `org.apache.kafka.common.serialization.Serializer` of Avro"
              + " records.");
  private static final Setting<String> DESERIALIZER =
      className(
          "deserializer",
          "Deserializer",
          "Class that reads events, any `org.apache.kafka.common.serialization.Deserializer` of"
              + " Avro records.");
  private static final Setting<Map<String, String>> PROPERTIES =
      new Setting<>(
          "serde.properties.*",
          SettingType.MAP,
          Map.of(),
          Range.anyMap(),
          "Handed to the serializer and the deserializer as they are, for example"
              + " `schema.registry.url`.");

  static final List<Setting<?>> SETTINGS = List.of(SERIALIZER, DESERIALIZER, PROPERTIES);

  /** Checks the names; whether the classes exist is found out when they are made. */
  public SerdeSettings {
    SERIALIZER.check(serializer);
    DESERIALIZER.check(deserializer);
    properties = Map.copyOf(properties);
  }

  /** Evenkeel's own serde, without a registry yet. */
  public static SerdeSettings defaults() {
    return from(Values.NONE);
  }

  static SerdeSettings from(Values values) {
    return new SerdeSettings(
        values.get(SERIALIZER), values.get(DESERIALIZER), values.map(PROPERTIES));
  }

  private static Setting<String> className(String key, String kind, String doc) {
    String identifier = "[\\p{Alpha}_$][\\w$]*";
    return new Setting<>(
        "serde." + key,
        SettingType.TEXT,
        "io.evenkeel.app.serde.Avro" + kind,
        Range.matching(identifier + "(\\." + identifier + ")*", "the full name of a class"),
        doc);
  }

  /** Everything but secrets. */
  @Override
  public String toString() {
    return "SerdeSettings[serializer="
        + serializer
        + ", deserializer="
        + deserializer
        + ", properties="
        + Secrets.mask(properties)
        + "]";
  }
}
