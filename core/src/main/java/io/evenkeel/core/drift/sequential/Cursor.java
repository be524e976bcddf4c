package io.evenkeel.core.drift.sequential;

import java.util.Arrays;

/** Reads a state number by number: mutable. */
final class Cursor {
  private final double[] state;
  private int at;

  Cursor(double... state) {
    this.state = state;
  }

  double next() {
    return next(1)[0];
  }

  double[] next(int count) {
    if (count < 0 || at + count > state.length) {
      throw new IllegalArgumentException(
          "a state of "
              + state.length
              + " doubles ends before number "
              + (at + count)
              + ": it was written for other features or by another version; start it without"
              + " that state");
    }
    at += count;
    return Arrays.copyOfRange(state, at - count, at);
  }

  /** Whether all was read. */
  boolean isAtEnd() {
    return at == state.length;
  }

  /** Passes if all was read. */
  void end() {
    if (at != state.length) {
      throw new IllegalArgumentException(
          "a state of "
              + state.length
              + " doubles was expected to end after "
              + at
              + ": it was written for other features or by another version; start it without"
              + " that state");
    }
  }
}
