package io.evenkeel.app.judge;

import io.evenkeel.app.alert.WindowTests;
import java.util.function.LongUnaryOperator;

/**
 * What the rules that go by windows remember of the final windows so far.
 *
 * @param tests of the rule of the window tests
 * @param labelledThrough end of the newest pane with a label, milliseconds since 1970; before the
 *     first one the start of the first window, or 0
 * @param endedAt end of the newest window, milliseconds since 1970; 0 before the first
 */
record WindowMemory(WindowTests.Memory tests, long labelledThrough, long endedAt) {
  /** Before the first window. */
  static final WindowMemory NONE = new WindowMemory(WindowTests.Memory.NONE, 0, 0);

  /**
   * The memory after these windows, in the order of their ends; those not final are passed over.
   *
   * @param labelledBy of the end of a window with labels, the end of its newest pane with one
   */
  WindowMemory after(Iterable<Issued> windows, WindowTests rule, LongUnaryOperator labelledBy) {
    WindowMemory now = this;
    for (Issued window : windows) {
      now = now.after(window, rule, labelledBy);
    }
    return now;
  }

  private WindowMemory after(Issued window, WindowTests rule, LongUnaryOperator labelledBy) {
    Issued.Outcome outcome = window.outcome();
    if (outcome == null) {
      return this;
    }
    long end = window.end();
    if (outcome == Issued.Outcome.NO_LABELS) {
      long since = labelledThrough == 0 ? end - rule.windowLength() : labelledThrough;
      return new WindowMemory(tests, since, end);
    }
    WindowTests.Memory next =
        outcome == Issued.Outcome.TOO_FEW
            ? tests
            : rule.next(
                tests,
                new WindowTests.Tested(
                    end, window.labels(), outcome == Issued.Outcome.REJECTED, window.logEBeyond()));
    return new WindowMemory(next, labelledBy.applyAsLong(end), end);
  }

  /** How long there has been no label at the end of the newest window, milliseconds. */
  long unlabelledFor() {
    return endedAt - labelledThrough;
  }
}
