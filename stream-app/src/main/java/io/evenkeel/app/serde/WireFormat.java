package io.evenkeel.app.serde;

import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;

/** The header of Confluent's wire format: a zero byte and the big-endian id of the schema. */
final class WireFormat {
  static final int HEADER_LENGTH = 1 + Integer.BYTES;

  private static final byte MAGIC = 0;

  private WireFormat() {}

  static byte[] header(int id) {
    return ByteBuffer.allocate(HEADER_LENGTH).put(MAGIC).putInt(id).array();
  }

  static int id(byte[] bytes) {
    if (bytes.length < HEADER_LENGTH || bytes[0] != MAGIC) {
      throw new SerializationException(
          "not in Confluent's wire format: it must start with a zero byte and the four bytes of a"
              + " schema id, but "
              + (bytes.length < HEADER_LENGTH
                  ? "has only " + bytes.length + " bytes"
                  : "starts with " + bytes[0]));
    }
    return ByteBuffer.wrap(bytes).getInt(1);
  }
}
