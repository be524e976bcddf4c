package io.evenkeel.app.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The serde of the application's own topics and stores: Avro without a registry, in Avro's
 * single-object encoding (the bytes C3 01, the 64-bit fingerprint of the schema, the record).
 *
 * <p>The fingerprint says which schema a record was written with, so an instance reads what every
 * release before its own wrote, and an upgrade loses no store. What a later release wrote with a
 * changed schema it cannot read, and says so: a release that changes {@code Partial} or {@code
 * Profile}, which cross instances, is rolled out to all at once; any other one by one.
 *
 * <p>Safe for use by many threads, as Kafka Streams shares the serde of a store among its tasks.
 *
 * @param <T> the generated class
 */
public final class RawAvroSerde<T extends SpecificRecord> implements Serde<T> {
  private static final short MARKER = (short) 0xC301;
  private static final int HEADER_LENGTH = Short.BYTES + Long.BYTES;

  private final Class<T> type;
  private final SpecificData model;
  private final Schema schema;
  private final Map<Long, Schema> forms = new HashMap<>();
  private final ThreadLocal<RecordWriter> writer;
  private final ThreadLocal<Map<Long, RecordReader>> readers =
      ThreadLocal.withInitial(HashMap::new);

  private RawAvroSerde(Class<T> type, List<Schema> formerForms) {
    this.type = type;
    this.model = SpecificData.getForClass(type);
    // Generated code writes records in half the time that the walk through their schema takes.
    this.model.setCustomCoders(true);
    this.schema = model.getSchema(type);
    for (Schema former : formerForms) {
      forms.put(SchemaNormalization.parsingFingerprint64(former), former);
    }
    long fingerprint = SchemaNormalization.parsingFingerprint64(schema);
    forms.put(fingerprint, schema);
    byte[] header =
        ByteBuffer.allocate(HEADER_LENGTH)
            .putShort(MARKER)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(fingerprint)
            .array();
    this.writer = ThreadLocal.withInitial(() -> new RecordWriter(header, model, schema));
  }

  /** The serde of a generated class whose schema has never been another one. */
  public static <T extends SpecificRecord> RawAvroSerde<T> of(Class<T> type) {
    return of(type, List.of());
  }

  /** The serde of a generated class, with the other schemas that it has had in earlier releases. */
  public static <T extends SpecificRecord> RawAvroSerde<T> of(
      Class<T> type, List<Schema> formerForms) {
    return new RawAvroSerde<>(type, formerForms);
  }

  /**
   * The serde of a generated class that lacked fields in earlier releases.
   *
   * @param fields that have defaults, in the order in which they came: each by its name, or if it
   *     is of a record within, as {@code RECORD.NAME}
   */
  public static <T extends SpecificRecord> RawAvroSerde<T> since(
      Class<T> type, List<String> fields) {
    List<Schema> former = new ArrayList<>();
    Schema form = SpecificData.get().getSchema(type);
    for (int last = fields.size() - 1; last >= 0; last--) {
      String field = fields.get(last);
      int dot = field.indexOf('.');
      String record = dot < 0 ? type.getSimpleName() : field.substring(0, dot);
      form = without(form, record, field.substring(dot + 1));
      former.add(form);
    }
    return of(type, former);
  }

  private static Schema without(Schema now, String record, String name) {
    return switch (now.getType()) {
      case UNION ->
          Schema.createUnion(
              now.getTypes().stream().map(type -> without(type, record, name)).toList());
      case ARRAY -> Schema.createArray(without(now.getElementType(), record, name));
      case RECORD -> {
        Schema former = Schema.createRecord(now.getName(), now.getDoc(), now.getNamespace(), false);
        former.setFields(
            now.getFields().stream()
                .filter(field -> !(now.getName().equals(record) && field.name().equals(name)))
                .map(field -> new Schema.Field(field, without(field.schema(), record, name)))
                .toList());
        yield former;
      }
      default -> now;
    };
  }

  @Override
  public Serializer<T> serializer() {
    return (topic, record) -> write(record);
  }

  @Override
  public Deserializer<T> deserializer() {
    return (topic, bytes) -> read(bytes);
  }

  private byte @Nullable [] write(@Nullable T record) {
    return record == null ? null : writer.get().write(record);
  }

  private @Nullable T read(byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    ByteBuffer head = ByteBuffer.wrap(bytes);
    if (bytes.length < HEADER_LENGTH || head.getShort() != MARKER) {
      throw new SerializationException(
          "not a " + schema.getFullName() + ": the bytes do not start with C3 01");
    }
    long fingerprint = head.order(ByteOrder.LITTLE_ENDIAN).getLong();
    RecordReader reader = readers.get().computeIfAbsent(fingerprint, this::reader);
    return type.cast(reader.read(bytes, HEADER_LENGTH));
  }

  private RecordReader reader(long fingerprint) {
    Schema form = forms.get(fingerprint);
    if (form == null) {
      throw new SerializationException(
          "a "
              + schema.getFullName()
              + " was written with a schema that this version does not know (fingerprint "
              + Long.toHexString(fingerprint)
              + "): a later version wrote it. Run that version on every instance");
    }
    return new RecordReader(model, form, schema);
  }
}
