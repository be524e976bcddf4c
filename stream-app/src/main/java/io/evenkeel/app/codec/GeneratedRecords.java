package io.evenkeel.app.codec;

import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Turns any Avro record into one of a generated class: a deserializer may give generic records, or
 * records of somebody else's class, with the writer's schema. These are written and read back,
 * which resolves the schemas by Avro's own rules.
 */
public final class GeneratedRecords<T extends SpecificRecord> {
  private static final byte[] NO_HEADER = {};
  private static final GenericData ANY = new GenericData();

  static {
    ANY.addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
  }

  private final Class<T> type;
  private final SpecificData model;
  private final SpecificData translating;
  private final ThreadLocal<Map<Schema, Translation>> translations =
      ThreadLocal.withInitial(HashMap::new);

  private record Translation(RecordWriter writer, RecordReader reader) {}

  /** A translation into the class. */
  public GeneratedRecords(Class<T> type) {
    this.type = type;
    this.model = SpecificData.getForClass(type);
    this.translating = withoutFastReader(model);
  }

  /**
   * The record as one of the class; itself if it is one.
   *
   * @throws SerializationException if it is no Avro record, or its schema cannot be resolved
   */
  public T of(Object value) {
    if (type.isInstance(value)) {
      return type.cast(value);
    }
    if (!(value instanceof IndexedRecord record)) {
      throw new SerializationException("not an Avro record but a " + value.getClass().getName());
    }
    Translation translation =
        translations.get().computeIfAbsent(record.getSchema(), this::translation);
    return type.cast(translation.reader().read(translation.writer().write(record), 0));
  }

  private Translation translation(Schema written) {
    return new Translation(
        new RecordWriter(NO_HEADER, ANY, written),
        new RecordReader(translating, written, model.getSchema(type)));
  }

  /**
   * The model of the class, without Avro's fast reader: that converts a time twice where the writer
   * may leave it out and the class may not.
   */
  private static SpecificData withoutFastReader(SpecificData model) {
    SpecificData other = new SpecificData(model.getClassLoader());
    model.getConversions().forEach(other::addLogicalTypeConversion);
    other.setFastReaderEnabled(false);
    return other;
  }
}
