package io.evenkeel.app.codec;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Composite;
import io.evenkeel.core.prediction.CountLaw;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Laplace;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.OrderedClasses;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetEvent.Above;
import io.evenkeel.core.prediction.TargetEvent.OneClass;
import io.evenkeel.core.prediction.TargetView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of distributions and targets in the records of {@code io.evenkeel.schemas.internal}.
 *
 * <p>A kind byte, a four-byte size, and numbers of eight bytes, all big-endian:
 *
 * <pre>
 * distribution   1  m  m probabilities               categorical
 *                2  d  d means, d variances          normal, independent coordinates
 *                3  d  d means, d × d covariances    normal, row-major
 *                4  1  location, scale               Laplace
 *                5  K  K times: weight, distribution mixture
 *                6  n  d (four bytes), n × d numbers ensemble, member by member
 *                7  K  K levels, K quantiles         quantiles
 *                8  m  class (four bytes), distribution   of whether it comes, of m
 *                9  1  threshold, distribution       of whether a larger number comes
 *                10 1  mean                          Poisson
 *                11 1  mean, size                    negative binomial
 *                12 n  first (eight bytes), n probabilities   of consecutive integers
 *                13 m  distribution                  of the index of one of m ordered classes
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
  private static final byte LAPLACE = 4;
  private static final byte MIXTURE = 5;
  private static final byte ENSEMBLE = 6;
  private static final byte QUANTILES = 7;
  private static final byte ONE_CLASS = 8;
  private static final byte ABOVE = 9;
  private static final byte POISSON = 10;
  private static final byte NEGATIVE_BINOMIAL = 11;
  private static final byte COUNTS = 12;
  private static final byte ORDERED = 13;

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
    if (distribution instanceof Laplace laplace) {
      return start(LAPLACE, 1, 2).putDouble(laplace.location()).putDouble(laplace.scale()).flip();
    }
    if (distribution instanceof Composite composite) {
      return bytes(composite);
    }
    throw new IllegalArgumentException("there is no binary form of a " + distribution);
  }

  /**
   * The bytes of the distribution of a prediction, with what of the target it is of.
   *
   * @throws IllegalArgumentException if it is of a kind that no event can have
   */
  public static ByteBuffer bytes(PredictionEvent prediction) {
    ByteBuffer distribution = bytes(prediction.distribution());
    TargetView view = prediction.view();
    if (view == null) {
      return distribution;
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(1 + Integer.BYTES + Double.BYTES + distribution.remaining());
    if (view instanceof OneClass one) {
      bytes.put(ONE_CLASS).putInt(one.classes()).putInt(one.index());
    } else if (view instanceof Above above) {
      bytes.put(ABOVE).putInt(1).putDouble(above.threshold());
    } else if (view instanceof OrderedClasses ordered) {
      bytes.put(ORDERED).putInt(ordered.classes());
    }
    return bytes.put(distribution).flip();
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

  private static ByteBuffer bytes(Composite composite) {
    if (composite instanceof Mixture mixture) {
      return bytes(mixture);
    }
    if (composite instanceof Ensemble ensemble) {
      return bytes(ensemble);
    }
    if (composite instanceof Counts counts) {
      return bytes(counts);
    }
    Quantiles quantiles = (Quantiles) composite;
    ByteBuffer bytes = start(QUANTILES, quantiles.size(), 2 * quantiles.size());
    for (int k = 0; k < quantiles.size(); k++) {
      bytes.putDouble(quantiles.level(k));
    }
    for (int k = 0; k < quantiles.size(); k++) {
      bytes.putDouble(quantiles.value(k));
    }
    return bytes.flip();
  }

  private static ByteBuffer bytes(Mixture mixture) {
    List<ByteBuffer> components = new ArrayList<>();
    int length = 0;
    for (int i = 0; i < mixture.size(); i++) {
      components.add(bytes(mixture.component(i)));
      length += components.get(i).remaining();
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(1 + Integer.BYTES + mixture.size() * Double.BYTES + length)
            .put(MIXTURE)
            .putInt(mixture.size());
    for (int i = 0; i < mixture.size(); i++) {
      bytes.putDouble(mixture.weight(i)).put(components.get(i));
    }
    return bytes.flip();
  }

  private static ByteBuffer bytes(Ensemble ensemble) {
    int n = ensemble.size();
    int d = ensemble.dimension();
    ByteBuffer bytes =
        ByteBuffer.allocate(1 + 2 * Integer.BYTES + n * d * Double.BYTES)
            .put(ENSEMBLE)
            .putInt(n)
            .putInt(d);
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < d; i++) {
        bytes.putDouble(ensemble.member(k).get(i));
      }
    }
    return bytes.flip();
  }

  private static ByteBuffer bytes(Counts counts) {
    Optional<CountLaw> law = counts.law();
    if (law.isPresent()) {
      double mean = law.get().mean();
      return law.get().isPoisson()
          ? start(POISSON, 1, 1).putDouble(mean).flip()
          : start(NEGATIVE_BINOMIAL, 1, 2).putDouble(mean).putDouble(law.get().size()).flip();
    }
    ByteBuffer bytes = start(COUNTS, counts.size(), 1 + counts.size()).putLong(counts.first());
    for (int i = 0; i < counts.size(); i++) {
      bytes.putDouble(counts.probability((double) (counts.first() + i)));
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
    return read(bytes.duplicate());
  }

  private static PredictiveDistribution read(ByteBuffer from) {
    byte kind = kind(from);
    int size = from.getInt();
    return switch (kind) {
      case CATEGORICAL -> Categorical.of(doubles(from, size));
      case INDEPENDENT_NORMAL -> Normal.diagonal(doubles(from, size), doubles(from, size));
      case CORRELATED_NORMAL -> correlated(from, size);
      case LAPLACE -> laplace(doubles(from, 2));
      case MIXTURE -> mixture(from, size);
      case ENSEMBLE -> ensemble(from, size);
      case QUANTILES -> Quantiles.of(doubles(from, size), doubles(from, size));
      case POISSON -> Counts.poisson(doubles(from, 1)[0]);
      case NEGATIVE_BINOMIAL -> negativeBinomial(doubles(from, 2));
      case COUNTS -> counts(from, size);
      case ONE_CLASS, ABOVE, ORDERED -> {
        view(kind, size, from);
        yield read(from);
      }
      default -> throw unknown("distribution", kind);
    };
  }

  /**
   * What of a target a distribution in a buffer is of, from its position on, which stays where it
   * is; null if it is of the target itself.
   *
   * @throws SerializationException if the bytes are torn
   */
  public static @Nullable TargetView view(ByteBuffer bytes) {
    ByteBuffer from = bytes.duplicate();
    byte kind = kind(from);
    return view(kind, from.getInt(), from);
  }

  private static @Nullable TargetView view(byte kind, int size, ByteBuffer from) {
    return switch (kind) {
      case ONE_CLASS -> {
        checkRemaining(from, Integer.BYTES);
        yield new OneClass(from.getInt(), size);
      }
      case ABOVE -> new Above(doubles(from, 1)[0]);
      case ORDERED -> new OrderedClasses(size);
      default -> null;
    };
  }

  private static Laplace laplace(double[] parameters) {
    return new Laplace(parameters[0], parameters[1]);
  }

  private static Counts negativeBinomial(double[] parameters) {
    return Counts.negativeBinomial(parameters[0], parameters[1]);
  }

  private static Counts counts(ByteBuffer from, int size) {
    checkRemaining(from, Long.BYTES);
    long first = from.getLong();
    return Counts.of(first, doubles(from, size));
  }

  private static Mixture mixture(ByteBuffer from, int size) {
    checkRemaining(from, (long) size * Double.BYTES);
    double[] weights = new double[size];
    List<PredictiveDistribution> components = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      weights[i] = doubles(from, 1)[0];
      components.add(read(from));
    }
    return Mixture.of(weights, components);
  }

  private static Ensemble ensemble(ByteBuffer from, int n) {
    checkRemaining(from, Integer.BYTES);
    int d = from.getInt();
    checkRemaining(from, (long) n * Double.BYTES);
    double[][] members = new double[n][];
    for (int k = 0; k < n; k++) {
      members[k] = doubles(from, d);
    }
    return Ensemble.of(members);
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
