package io.evenkeel.app.dataset;

import org.jspecify.annotations.Nullable;

/** A row of a file does not hold what the dataset file says. */
public final class UnusableRowException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String reason;

  UnusableRowException(String reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** What is wrong, in the same words for all rows with the same fault. */
  public String reason() {
    return reason;
  }
}
