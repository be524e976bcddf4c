package io.evenkeel.app.topology;

import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.config.LimitSettings;
import io.evenkeel.app.metrics.Metrics;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a dead letter, whose key and value are the bytes that came; {@link CutToFit} says
 * what becomes of them if they are too large.
 *
 * <p>{@value #REASON} is a stable code, {@value #MESSAGE} says what was wrong and what to do, in at
 * most a kibibyte, and the others, under the names that Kafka Streams itself uses, say where the
 * record came from.
 */
public final class DeadLetters {
  /** Header with the code of the reason, such as {@code wrong_space}. */
  public static final String REASON = "evenkeel.reason";

  /** Header with the message. */
  public static final String MESSAGE = "__streams.errors.message";

  /** Header with the topic that the record came from. */
  public static final String TOPIC = "__streams.errors.topic";

  /** Header with the partition that the record came from. */
  public static final String PARTITION = "__streams.errors.partition";

  /** Header with the offset that the record came from. */
  public static final String OFFSET = "__streams.errors.offset";

  /** Code of an exception that is a fault of ours. */
  public static final String INTERNAL_ERROR = "internal_error";

  /** The names of all headers above. */
  static final Set<String> NAMES = Set.of(REASON, MESSAGE, TOPIC, PARTITION, OFFSET);

  private static final int MOST_OF_MESSAGE = 1024;

  private DeadLetters() {}

  /** The code of the reason. */
  public static String reason(Throwable cause) {
    RejectedEventException rejected = rejection(cause);
    return rejected == null ? INTERNAL_ERROR : rejected.reason().code();
  }

  /** Counts one; by its model only if a model can have that name, as whatever counts is kept. */
  static void count(Metrics metrics, LimitSettings limits, Throwable cause) {
    RejectedEventException rejected = rejection(cause);
    String model = rejected == null ? "" : rejected.model();
    metrics.refused(reason(cause), limits.takes(model) ? model : "");
  }

  /** Says why. */
  public static void describe(Headers headers, Throwable cause) {
    RejectedEventException rejected = rejection(cause);
    describe(headers, reason(cause), (rejected == null ? cause : rejected).getMessage());
  }

  /** Says why. */
  public static void describe(Headers headers, String reason, @Nullable String message) {
    put(headers, REASON, reason);
    put(headers, MESSAGE, start(message));
  }

  /** Says where the record came from. */
  public static void locate(Headers headers, String topic, int partition, long offset) {
    put(headers, TOPIC, topic);
    put(headers, PARTITION, Integer.toString(partition));
    put(headers, OFFSET, Long.toString(offset));
  }

  private static @Nullable RejectedEventException rejection(Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof RejectedEventException rejected) {
        return rejected;
      }
    }
    return null;
  }

  /** As many characters from the beginning as fit. */
  static byte[] start(@Nullable String message) {
    ByteBuffer bytes = ByteBuffer.allocate(MOST_OF_MESSAGE);
    StandardCharsets.UTF_8
        .newEncoder()
        .onMalformedInput(CodingErrorAction.REPLACE)
        .encode(CharBuffer.wrap(String.valueOf(message)), bytes, true);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /** Sets a header. */
  static void put(Headers headers, String name, String value) {
    put(headers, name, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Sets a header. */
  static void put(Headers headers, String name, byte[] value) {
    headers.remove(name);
    headers.add(name, value);
  }
}
