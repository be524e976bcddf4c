package io.evenkeel.app.codec;

import java.io.EOFException;
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
 *
 * <p>Before Avro reads an array or a map, it asks whether as many bytes are left as the elements
 * take at least in the schema that is wanted. In the one that they were written with they may take
 * less: four bytes where a float becomes a double. So where the schemas differ, records are read
 * from a buffer that is much larger, and one that does not end within its own bytes is refused.
 */
public final class RecordReader {
  /** No element of our schemas takes more bytes than this in place of one. */
  private static final int ROOM = 16;

  /** Larger buffers are not kept. */
  private static final int KEPT = 1 << 20;

  private static final byte[] NONE = {};

  private final Schema schema;
  private final DatumReader<?> reader;
  private final boolean isTranslated;
  private @Nullable BinaryDecoder decoder;
  private byte[] buffer = NONE;

  /** A reader into records of a data model. */
  public RecordReader(GenericData model, Schema written, Schema wanted) {
    this.schema = wanted;
    this.reader = model.createDatumReader(written, wanted);
    this.isTranslated = !written.equals(wanted);
  }

  /**
   * The record whose Avro binary encoding starts at an offset.
   *
   * @throws SerializationException if there is none, or its schema cannot be resolved
   */
  public Object read(byte[] bytes, int offset) {
    try {
      int length = bytes.length - offset;
      return isTranslated
          ? translated(bytes, offset, length)
          : reader.read(null, decoder(bytes, offset, length));
    } catch (EOFException e) {
      throw unreadable("it ends before its last field", null);
    } catch (IOException e) {
      // Without the cause: the bytes are in memory, and this is no failure of input or output.
      throw unreadable(e.getMessage(), null);
    } catch (RuntimeException e) {
      throw unreadable(e.getMessage(), e);
    } catch (StackOverflowError e) {
      throw unreadable("it is nested too deep", e);
    }
  }

  private BinaryDecoder decoder(byte[] bytes, int offset, int length) {
    decoder = DecoderFactory.get().binaryDecoder(bytes, offset, length, decoder);
    return decoder;
  }

  private Object translated(byte[] bytes, int offset, int length) throws IOException {
    int room = Math.multiplyExact(length, ROOM);
    byte[] padded = room <= buffer.length ? buffer : new byte[room];
    buffer = room <= KEPT ? padded : buffer;
    System.arraycopy(bytes, offset, padded, 0, length);
    BinaryDecoder all = decoder(padded, 0, room);
    Object read = reader.read(null, all);
    if (room - all.inputStream().available() > length) {
      throw new EOFException();
    }
    return read;
  }

  private SerializationException unreadable(@Nullable String why, @Nullable Throwable cause) {
    return new SerializationException("cannot read a " + schema.getFullName() + ": " + why, cause);
  }
}
