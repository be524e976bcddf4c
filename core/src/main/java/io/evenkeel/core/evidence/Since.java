package io.evenkeel.core.evidence;

/**
 * Since when something has been so, in milliseconds since 1970.
 *
 * @param start the most likely start, that of a pane
 * @param earliest the start of the earliest pane that it may be, at most {@code start}
 * @param latest that of the latest, at least {@code start}
 */
public record Since(long start, long earliest, long latest) {

  /** Checks the order. */
  public Since {
    if (!(earliest <= start && start <= latest)) {
      throw new IllegalArgumentException(
          "the start " + start + " must lie between " + earliest + " and " + latest);
    }
  }

  /** A start that is known. */
  static Since exactly(long start) {
    return new Since(start, start, start);
  }
}
