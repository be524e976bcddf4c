package io.evenkeel.app.codec;

import java.util.Objects;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * An event that cannot be used, through no fault of the application: it belongs among the dead
 * letters. It carries no stack trace, as bad events can be many.
 */
public final class RejectedEventException extends SerializationException {
  private static final long serialVersionUID = 1;

  private final Reason reason;
  private final String model;

  /** An event rejected for the given reason; the message names the event and the bad value. */
  public RejectedEventException(Reason reason, String message) {
    this(reason, message, null);
  }

  /** An event rejected for the given reason, because of another exception. */
  public RejectedEventException(Reason reason, String message, @Nullable Throwable cause) {
    this(reason, message, cause, "");
  }

  private RejectedEventException(
      Reason reason, String message, @Nullable Throwable cause, String model) {
    super(message, cause);
    this.reason = reason;
    this.model = model;
  }

  /** The same of an event that says, or is known, to be of a model. */
  public RejectedEventException of(String name) {
    return new RejectedEventException(
        reason, Objects.requireNonNull(getMessage()), getCause(), name);
  }

  /** Why it was rejected. */
  public Reason reason() {
    return reason;
  }

  /** The model that the event names, which need not exist; empty if it is not known. */
  public String model() {
    return model;
  }

  // Not synchronized, unlike the overridden method: nothing is written.
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized")
  public Throwable fillInStackTrace() {
    return this;
  }
}
