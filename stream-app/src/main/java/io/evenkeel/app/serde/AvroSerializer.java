package io.evenkeel.app.serde;

import io.evenkeel.app.codec.RecordWriter;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericContainer;
import org.apache.avro.generic.GenericData;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes generated and generic Avro records in Confluent's wire format.
 *
 * <p>Properties, beside those of {@link SchemaRegistry#of}: {@code auto.register.schemas} (default
 * true; if false, a schema must be a version of its subject already) and {@code
 * value.subject.name.strategy} ({@code key.…} for keys).
 */
public final class AvroSerializer implements Serializer<Object> {
  private static final String AUTO_REGISTER = "auto.register.schemas";
  private static final String USE_LATEST = "use.latest.version";

  private boolean isKey;
  private boolean autoRegister;
  private SubjectName subjectName = SubjectName.TOPIC;
  private @Nullable SchemaRegistry registry;
  private final ThreadLocal<Map<Route, RecordWriter>> writers =
      ThreadLocal.withInitial(HashMap::new);

  private record Route(String topic, Schema schema) {}

  /** For Kafka, which calls {@link #configure} next. */
  public AvroSerializer() {}

  @Override
  public void configure(Map<String, ?> properties, boolean isKey) {
    if (Flags.of(properties, USE_LATEST, false)) {
      throw new ConfigException(
          USE_LATEST + " is not supported: remove it, or configure Confluent's serializer");
    }
    this.isKey = isKey;
    this.autoRegister = Flags.of(properties, AUTO_REGISTER, true);
    this.subjectName = SubjectName.of(properties, isKey);
    this.registry = SchemaRegistry.of(properties);
  }

  @Override
  public byte @Nullable [] serialize(String topic, @Nullable Object record) {
    if (record == null) {
      return null;
    }
    if (!(record instanceof GenericContainer container)) {
      throw new SerializationException(
          "only Avro records can be written to " + topic + ", got a " + record.getClass());
    }
    Route route = new Route(topic, container.getSchema());
    RecordWriter writer = writers.get().get(route);
    if (writer == null) {
      writer = writer(route, record);
      writers.get().put(route, writer);
    }
    return writer.write(record);
  }

  private RecordWriter writer(Route route, Object record) {
    if (registry == null) {
      throw new IllegalStateException("configure() must be called before serialize()");
    }
    Schema schema = RegisteredForm.of(route.schema());
    String subject = subjectName.of(route.topic(), isKey, schema);
    int id = autoRegister ? registry.register(subject, schema) : registry.idOf(subject, schema);
    GenericData model =
        record instanceof SpecificRecord
            ? SpecificData.getForClass(record.getClass())
            : GenericData.get();
    return new RecordWriter(WireFormat.header(id), model, route.schema());
  }
}
