package io.evenkeel.app.evaluate;

/**
 * When predictions were made, milliseconds since 1970.
 *
 * @param firstLabelled of the first one with a label
 * @param lastLabelled of the last one with a label
 * @param lastWaiting of the last one without a label
 */
record WaitingSpan(long firstLabelled, long lastLabelled, long lastWaiting) {
  /** Of no predictions. */
  static final WaitingSpan NONE = new WaitingSpan(Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);

  /** With one more prediction. */
  WaitingSpan with(long madeAt, boolean isLabelled) {
    return isLabelled
        ? new WaitingSpan(
            Math.min(firstLabelled, madeAt), Math.max(lastLabelled, madeAt), lastWaiting)
        : new WaitingSpan(firstLabelled, lastLabelled, Math.max(lastWaiting, madeAt));
  }

  /** Whether there are labels, and predictions without one after the last. */
  boolean isSome() {
    return firstLabelled <= lastLabelled && lastWaiting > lastLabelled;
  }

  /** How long labels are awaited, &gt; 0 if {@link #isSome}. */
  long length() {
    return lastWaiting - lastLabelled;
  }
}
