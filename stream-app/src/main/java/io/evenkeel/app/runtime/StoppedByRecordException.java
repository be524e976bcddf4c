package io.evenkeel.app.runtime;

/** The application stopped because of one record, and would stop there again. */
public final class StoppedByRecordException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /**
   * A record that the application cannot go past.
   *
   * @param isInput whether it may be skipped: a prediction or label
   */
  StoppedByRecordException(RecordPlace place, boolean isInput, RuntimeException cause) {
    super(
        "stopped by the record "
            + place
            + ", and would be again: "
            + cause.getMessage()
            + ". Please report it. "
            + (isInput
                ? "To go on without the record, which is kept among the dead letters: evenkeel skip "
                    + place
                    + " --execute"
                : "To go on without what the application knows: evenkeel reset"),
        cause);
  }
}
