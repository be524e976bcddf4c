package io.evenkeel.app.serde;

import io.evenkeel.app.config.ConfigException;
import io.evenkeel.app.config.SerdeSettings;
import io.evenkeel.app.config.TopicNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Makes the configured serializers and deserializers of values: Evenkeel's own, Confluent's,
 * Apicurio's or any other, by the names of their classes. Evenkeel's own wait for a registry that
 * does not answer; the others are made to.
 */
public final class AvroSerdes {
  private static final Set<Class<?>> OURS =
      Set.of(
          AvroSerializer.class, AvroDeserializer.class,
          JsonSerializer.class, JsonDeserializer.class);

  private final SerdeSettings settings;
  private final TopicNames topics;

  private AvroSerdes(SerdeSettings settings, TopicNames topics) {
    this.settings = settings;
    this.topics = topics;
  }

  /** The factory for the given settings and topics of the default names. */
  public static AvroSerdes of(SerdeSettings settings) {
    return of(settings, TopicNames.defaults());
  }

  /** The factory for the given settings and topics. */
  public static AvroSerdes of(SerdeSettings settings, TopicNames topics) {
    return new AvroSerdes(settings, topics);
  }

  /**
   * A new serializer of Avro records, configured.
   *
   * @throws ConfigException if its class cannot be used, or refuses the properties
   */
  @SuppressWarnings("unchecked") // whatever it is declared for, it is given Avro records
  public Serializer<Object> serializer() {
    Serializer<Object> serializer =
        (Serializer<Object>) create("serde.serializer", settings.serializer(), Serializer.class);
    // Confluent's serializer would register Java's own notes on strings as part of the schema:
    // another one than everybody else registers.
    Map<String, String> properties = new HashMap<>(settings.properties());
    properties.putIfAbsent("avro.remove.java.properties", "true");
    return unlessRefused(
        settings.serializer(),
        () -> {
          serializer.configure(properties, false);
          return OURS.contains(serializer.getClass())
              ? serializer
              : patient().serializing(serializer);
        });
  }

  /**
   * A new deserializer of Avro records, configured.
   *
   * @throws ConfigException if its class cannot be used, or refuses the properties
   */
  public Deserializer<?> deserializer() {
    // Generated records spare a translation; Confluent's deserializer gives generic ones otherwise.
    return deserializer(true);
  }

  /**
   * The same, but that records keep the fields of their writers that Evenkeel's schemas lack.
   *
   * @throws ConfigException if its class cannot be used, or refuses the properties
   */
  public Deserializer<?> deserializerAsWritten() {
    return deserializer(false);
  }

  private Deserializer<?> deserializer(boolean generated) {
    Deserializer<?> deserializer =
        create("serde.deserializer", settings.deserializer(), Deserializer.class);
    Map<String, String> properties = new HashMap<>(settings.properties());
    properties.putIfAbsent("specific.avro.reader", Boolean.toString(generated));
    if (deserializer instanceof JsonDeserializer) {
      JsonDeserializer.properties(topics).forEach(properties::putIfAbsent);
    }
    return unlessRefused(
        settings.deserializer(),
        () -> {
          deserializer.configure(properties, false);
          return OURS.contains(deserializer.getClass())
              ? deserializer
              : patient().deserializing(deserializer);
        });
  }

  private PatientSerdes patient() {
    return new PatientSerdes(RegistryProperties.timeout(settings.properties()));
  }

  private static <T> T create(String path, String name, Class<T> kind) {
    try {
      Object instance = Class.forName(name).getDeclaredConstructor().newInstance();
      if (kind.isInstance(instance)) {
        return kind.cast(instance);
      }
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      throw new ConfigException(
          path,
          name,
          "the class, or one that it needs, is not on the class path ("
              + e.getMessage()
              + "); add the jar that has it and the jars that it needs, or remove the setting to"
              + " use Evenkeel's own");
    } catch (ReflectiveOperationException e) {
      throw new ConfigException(
          path, name, "the class cannot be instantiated by a public constructor without arguments");
    }
    throw new ConfigException(path, name, "the class must be a " + kind.getName());
  }

  private static <T> T unlessRefused(String name, Supplier<T> configured) {
    try {
      return configured.get();
    } catch (org.apache.kafka.common.config.ConfigException e) {
      throw new ConfigException("serde.properties", name + " refuses them: " + e.getMessage());
    }
  }
}
