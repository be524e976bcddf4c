package io.evenkeel.app.follow;

/**
 * What was asked for is not in its topic, or not any more. The message says why and, where there is
 * something, what to do.
 */
public final class AbsentException extends RuntimeException {

  /** With the message. */
  public AbsentException(String message) {
    super(message);
  }
}
