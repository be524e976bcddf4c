package io.evenkeel.app.serde;

import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * The registry does not answer, or refuses. This is not the fault of a record: the same call may
 * succeed once the cause is removed.
 */
public class RegistryException extends KafkaException {
  private static final long serialVersionUID = 1;

  /** A call that failed; the message names the address, the subject or id, and the remedy. */
  public RegistryException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** The registry answered that it does not have the schema, or with none of Avro. */
  public static final class SchemaNotFoundException extends RegistryException {
    private static final long serialVersionUID = 1;

    /** A schema that the registry does not have; the message names it and the remedy. */
    public SchemaNotFoundException(String message) {
      super(message, null);
    }
  }
}
