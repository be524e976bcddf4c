package io.evenkeel.app.codec;

import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Reads records that were written with one schema into another. It keeps its buffers, so it is for
 * one thread.
 */
public final class RecordReader {
  private final Schema schema;
  private final DatumReader<?> reader;
  private @Nullable BinaryDecoder decoder;

  /** A reader into records of a data model. */
  public RecordReader(GenericData model, Schema written, Schema wanted) {
    this.schema = wanted;
    this.reader = model.createDatumReader(written, wanted);
  }

  /**
   * The record whose Avro binary encoding starts at an offset.
   *
   * @throws SerializationException if there is none, or its schema cannot be resolved
   */
  public Object read(byte[] bytes, int offset) {
    try {
      decoder = DecoderFactory.get().binaryDecoder(bytes, offset, bytes.length - offset, decoder);
      return reader.read(null, decoder);
    } catch (IOException e) {
      // Without the cause: the bytes are in memory, and this is no failure of input or output.
      throw unreadable(e.getMessage(), null);
    } catch (RuntimeException e) {
      throw unreadable(e.getMessage(), e);
    } catch (StackOverflowError e) {
      throw unreadable("it is nested too deep", e);
    }
  }

  private SerializationException unreadable(@Nullable String why, @Nullable Throwable cause) {
    return new SerializationException("cannot read a " + schema.getFullName() + ": " + why, cause);
  }
}
