package io.evenkeel.app.runtime;

import java.util.List;

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

  /**
   * Goes on if there are no problems.
   *
   * @throws StartException if there are, with all of them, a line each
   */
  public static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new StartException(String.join(System.lineSeparator(), problems));
    }
  }
}
