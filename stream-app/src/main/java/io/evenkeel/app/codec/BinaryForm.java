package io.evenkeel.app.codec;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;

/**
 * The bytes of distributions and targets in the records of {@code io.evenkeel.schemas.internal}.
 *
 * <p>A kind byte, a four-byte size, and numbers of eight bytes, all big-endian:
 *
 * <pre>
 * distribution   1  m  m probabilities               categorical
 *                2  d  d means, d variances          normal, independent coordinates
 *                3  d  d means, d × d covariances    normal, row-major
 * target         1  class index in place of the size
 *                2  d  d numbers
 * </pre>
 *
 * <p>A layout never changes: a new kind, or a new layout of an old one, takes a new kind byte, so
 * that a newer version reads what an older one wrote. Numbers come back as they were written, bit
 * for bit.
 */
public final class BinaryForm {
  private static final byte CATEGORICAL = 1;
  private static final byte INDEPENDENT_NORMAL = 2;
  private static final byte CORRELATED_NORMAL = 3;

  private static final byte CLASS = 1;
  private static final byte REALS = 2;

  private BinaryForm() {}

  /**
   * The bytes of a distribution.
   *
   * @throws IllegalArgumentException if it is of a kind that no event can have
   */
  public static ByteBuffer bytes(PredictiveDistribution distribution) {
    if (distribution instanceof Categorical categorical) {
      return bytes(categorical);
    }
    if (distribution instanceof Normal normal) {
      return bytes(normal);
    }
    throw new IllegalArgumentException("there is no binary form of a " + distribution);
  }

  private static ByteBuffer bytes(Categorical categorical) {
    int m = categorical.classes();
    ByteBuffer bytes = start(CATEGORICAL, m, m);
    for (int k = 0; k < m; k++) {
      bytes.putDouble(categorical.probability(k));
    }
    return bytes.flip();
  }

  private static ByteBuffer bytes(Normal normal) {
    int d = normal.dimension();
    boolean diagonal = normal.isDiagonal();
    ByteBuffer bytes =
        diagonal ? start(INDEPENDENT_NORMAL, d, 2 * d) : start(CORRELATED_NORMAL, d, d + d * d);
    for (int i = 0; i < d; i++) {
      bytes.putDouble(normal.mean(i));
    }
    for (int i = 0; i < d; i++) {
      for (int j = diagonal ? i : 0; j < (diagonal ? i + 1 : d); j++) {
        bytes.putDouble(normal.covariance(i, j));
      }
    }
    return bytes.flip();
  }

  /** The bytes of a target. */
  public static ByteBuffer bytes(Target target) {
    if (target instanceof ClassLabel label) {
      return start(CLASS, label.index(), 0).flip();
    }
    RealVector vector = (RealVector) target;
    ByteBuffer bytes = start(REALS, vector.dimension(), vector.dimension());
    for (int i = 0; i < vector.dimension(); i++) {
      bytes.putDouble(vector.get(i));
    }
    return bytes.flip();
  }

  /**
   * The distribution that a buffer holds from its position on, which stays where it is.
   *
   * @throws SerializationException if there is none that this version knows
   */
  public static PredictiveDistribution distribution(ByteBuffer bytes) {
    ByteBuffer from = bytes.duplicate();
    byte kind = kind(from);
    int size = from.getInt();
    return switch (kind) {
      case CATEGORICAL -> Categorical.of(doubles(from, size));
      case INDEPENDENT_NORMAL -> Normal.diagonal(doubles(from, size), doubles(from, size));
      case CORRELATED_NORMAL -> correlated(from, size);
      default -> throw unknown("distribution", kind);
    };
  }

  private static Normal correlated(ByteBuffer from, int d) {
    double[] mean = doubles(from, d);
    double[][] covariance = new double[d][];
    for (int i = 0; i < d; i++) {
      covariance[i] = doubles(from, d);
    }
    return Normal.full(mean, covariance);
  }

  /**
   * The target that a buffer holds from its position on, which stays where it is.
   *
   * @throws SerializationException if there is none that this version knows
   */
  public static Target target(ByteBuffer bytes) {
    ByteBuffer from = bytes.duplicate();
    byte kind = kind(from);
    int indexOrSize = from.getInt();
    return switch (kind) {
      case CLASS -> Target.ofClass(indexOrSize);
      case REALS -> Target.of(doubles(from, indexOrSize));
      default -> throw unknown("target", kind);
    };
  }

  private static ByteBuffer start(byte kind, int size, int doubles) {
    return ByteBuffer.allocate(1 + Integer.BYTES + doubles * Double.BYTES).put(kind).putInt(size);
  }

  private static byte kind(ByteBuffer from) {
    checkRemaining(from, 1 + Integer.BYTES);
    return from.get();
  }

  private static double[] doubles(ByteBuffer from, int n) {
    // Before the array is allocated: a torn size may ask for gigabytes.
    checkRemaining(from, (long) n * Double.BYTES);
    double[] numbers = new double[n];
    from.asDoubleBuffer().get(numbers);
    from.position(from.position() + n * Double.BYTES);
    return numbers;
  }

  private static void checkRemaining(ByteBuffer from, long needed) {
    if (needed < 0 || needed > from.remaining()) {
      throw new SerializationException(
          "binary form is torn: "
              + needed
              + " more bytes are announced, "
              + from.remaining()
              + " are there");
    }
  }

  private static SerializationException unknown(String what, byte kind) {
    return new SerializationException(
        "binary form has a "
            + what
            + " of kind "
            + kind
            + ", which this version does not know: it was written by a newer version, or is torn");
  }
}
