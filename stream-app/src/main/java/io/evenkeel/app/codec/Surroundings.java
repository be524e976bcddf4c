package io.evenkeel.app.codec;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Distinguishes a failure of what surrounds the application (a registry, the network, the brokers)
 * from a fault of the bytes that were read, or of what was worked on. A failure of the surroundings
 * stops the application, or makes it wait; then the application goes on where it was.
 *
 * <p>The list is of the former: whatever else a deserializer throws, such as {@code
 * InvalidNumberEncodingException}, which is an {@link IOException} though the bytes are in memory,
 * is the fault of the bytes. With a list of the latter, one record with an unexpected exception
 * would stop the application for good.
 */
public final class Surroundings {
  /** Exceptions of the network, and of the clients of registries. */
  private static final List<String> PACKAGES =
      List.of(
          "java.net.",
          "java.nio.channels.",
          "javax.net.",
          "io.confluent.kafka.schemaregistry.client.",
          "io.apicurio.registry.rest.",
          "com.microsoft.kiota.",
          "io.netty.",
          "io.vertx.");

  private static final int NOT_FOUND = 404;

  private Surroundings() {}

  /** Whether the failure is theirs, somewhere among its causes. */
  public static boolean failed(Throwable failure) {
    boolean theirs = false;
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (isUnknownSchema(each)) {
        return false;
      }
      theirs |= isTheirs(each);
    }
    return theirs;
  }

  private static boolean isTheirs(Throwable each) {
    return (each instanceof KafkaException && !(each instanceof SerializationException))
        || each instanceof TimeoutException
        || each instanceof InterruptedException
        || each instanceof InterruptedIOException
        // HTTP clients of the JDK throw it as it is; readers of records throw something narrower.
        || each.getClass() == IOException.class
        || PACKAGES.stream().anyMatch(each.getClass().getName()::startsWith);
  }

  /**
   * Whether a registry says that it does not have the schema: Confluent's client by this message,
   * Apicurio's by the status of an exception that need not be on the class path.
   */
  private static boolean isUnknownSchema(Throwable each) {
    if (each.getMessage() != null && each.getMessage().contains("error code: 404")) {
      return true;
    }
    try {
      Object status = each.getClass().getMethod("getResponseStatusCode").invoke(each);
      return Integer.valueOf(NOT_FOUND).equals(status);
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
