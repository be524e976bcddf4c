package io.evenkeel.app.state;

import java.nio.ByteBuffer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** A flat block of doubles as big-endian bytes. */
public final class DoublesCodec {

  private DoublesCodec() {}

  /** The bytes of the doubles, ready to be read. */
  public static ByteBuffer toBytes(double[] block) {
    ByteBuffer bytes = ByteBuffer.allocate(block.length * Double.BYTES);
    bytes.asDoubleBuffer().put(block);
    return bytes;
  }

  /**
   * The doubles of the bytes, whose position does not move.
   *
   * @throws IllegalArgumentException if the bytes are not a whole number of doubles
   */
  public static double[] toDoubles(ByteBuffer bytes) {
    if (bytes.remaining() % Double.BYTES != 0) {
      throw new IllegalArgumentException(
          "a block of doubles cannot have " + bytes.remaining() + " bytes");
    }
    double[] block = new double[bytes.remaining() / Double.BYTES];
    bytes.duplicate().asDoubleBuffer().get(block);
    return block;
  }

  /** The serde of blocks. */
  public static Serde<double[]> serde() {
    return Serdes.serdeFrom(
        (topic, block) -> block == null ? null : toBytes(block).array(),
        (topic, bytes) -> bytes == null ? null : toDoubles(ByteBuffer.wrap(bytes)));
  }
}
