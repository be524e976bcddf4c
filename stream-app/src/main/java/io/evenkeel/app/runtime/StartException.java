package io.evenkeel.app.runtime;

/**
 * What the application needs is not there: brokers, topics, rights. The message says what and what
 * to do.
 */
public final class StartException extends RuntimeException {

  /** Something is missing or wrong. */
  public StartException(String message) {
    super(message);
  }

  /** Something failed. */
  public StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
