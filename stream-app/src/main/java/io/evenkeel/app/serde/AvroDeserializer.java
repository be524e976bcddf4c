package io.evenkeel.app.serde;

import io.evenkeel.app.codec.RecordReader;
import io.evenkeel.app.serde.RegistryException.SchemaNotFoundException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.specific.SpecificData;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads Avro records in Confluent's wire format.
 *
 * <p>Properties, beside those of {@link SchemaRegistry#of}: {@code specific.avro.reader} (default
 * true): whether a record is read into the generated class that its writer's schema names, resolved
 * to that class's schema. If there is none, or with false, it is a generic record with its writer's
 * schema. {@code schema.registry.subjects}: with {@code strict}, a schema is taken only if it is a
 * version of the topic's subject; by default ({@code any}) a schema of any subject is taken, so
 * that the right to register one is enough to write with it.
 *
 * <p>Records of a recursive schema are refused: some hundred kilobytes of them nest so deep that
 * they exhaust the stack, even in fields that are not read.
 */
public final class AvroDeserializer implements Deserializer<Object> {
  private @Nullable SchemaRegistry registry;
  private boolean generated;
  private @Nullable StrictSubjects subjects;
  private final ThreadLocal<Map<Integer, Optional<RecordReader>>> readers =
      ThreadLocal.withInitial(HashMap::new);

  /** For Kafka, which calls {@link #configure} next. */
  public AvroDeserializer() {}

  @Override
  public void configure(Map<String, ?> properties, boolean isKey) {
    this.generated = Flags.of(properties, "specific.avro.reader", true);
    SchemaRegistry configured = SchemaRegistry.of(properties);
    this.registry = configured;
    this.subjects = StrictSubjects.of(properties, isKey, configured).orElse(null);
  }

  /**
   * The record in the bytes.
   *
   * @throws SerializationException if there is none
   * @throws RegistryException if the registry does not answer
   */
  @Override
  public @Nullable Object deserialize(String topic, byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    int id = WireFormat.id(bytes);
    Map<Integer, Optional<RecordReader>> known = readers.get();
    Optional<RecordReader> reader = known.get(id);
    if (reader == null) {
      reader = reader(schema(id));
      known.put(id, reader);
    }
    if (subjects != null) {
      subjects.check(topic, id);
    }
    return reader.orElseThrow(() -> recursive(id)).read(bytes, WireFormat.HEADER_LENGTH);
  }

  private static SerializationException recursive(int id) {
    return new SerializationException(
        "the schema of id "
            + id
            + " has a record that contains itself, so that its records can be nested without limit;"
            + " leave that field out");
  }

  private Schema schema(int id) {
    if (registry == null) {
      throw new IllegalStateException("configure() must be called before deserialize()");
    }
    try {
      return registry.schemaOf(id);
    } catch (SchemaNotFoundException e) {
      // Unlike other failures of the registry, the record's fault.
      throw new SerializationException(e.getMessage(), e.getCause());
    }
  }

  /** Empty for a recursive schema. */
  private Optional<RecordReader> reader(Schema written) {
    if (Recursion.in(written)) {
      return Optional.empty();
    }
    Class<?> type = generated ? generatedClass(written) : null;
    if (type == null) {
      return Optional.of(new RecordReader(GenericData.get(), written, written));
    }
    SpecificData model = SpecificData.getForClass(type);
    return Optional.of(new RecordReader(model, written, model.getSchema(type)));
  }

  private static @Nullable Class<?> generatedClass(Schema written) {
    try {
      return SpecificData.get().getClass(written);
    } catch (SecurityException e) {
      return null; // the schema has the name of a class that is not one of Avro's
    }
  }
}
