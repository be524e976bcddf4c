package io.evenkeel.app.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Writes records of one schema. It keeps its buffers, so it is for one thread. */
public final class RecordWriter {
  private final byte[] header;
  private final Schema schema;
  private final DatumWriter<Object> writer;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private @Nullable BinaryEncoder encoder;

  /** A writer of the records of a data model, each after the given header. */
  public RecordWriter(byte[] header, GenericData model, Schema schema) {
    this.header = header.clone();
    this.schema = schema;
    @SuppressWarnings("unchecked")
    DatumWriter<Object> ofModel = (DatumWriter<Object>) model.createDatumWriter(schema);
    this.writer = ofModel;
  }

  /**
   * The header, followed by the record in Avro's binary encoding.
   *
   * @throws SerializationException if the record is not one of the schema
   */
  public byte[] write(Object record) {
    out.reset();
    out.writeBytes(header);
    try {
      encoder = EncoderFactory.get().binaryEncoder(out, encoder);
      writer.write(record, encoder);
      encoder.flush();
    } catch (IOException | RuntimeException e) {
      encoder = null; // it may hold a part of the record
      throw new SerializationException(
          "cannot write a " + schema.getFullName() + ": " + e.getMessage(), e);
    }
    return out.toByteArray();
  }
}
