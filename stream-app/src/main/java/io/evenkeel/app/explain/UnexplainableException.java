package io.evenkeel.app.explain;

/** An alert cannot be explained. The message says why and, where there is something, what to do. */
public final class UnexplainableException extends RuntimeException {

  UnexplainableException(String message) {
    super(message);
  }
}
