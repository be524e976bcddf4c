package io.evenkeel.app.judge;

/**
 * When a series is to be looked at, milliseconds since 1970.
 *
 * @param awaited when labels of panes that end by then are awaited no more
 * @param predicted when predictions made before then have been seen
 */
record Due(long awaited, long predicted) {

  /** Whether it is time. */
  boolean isReached(Watermarks.Watermark watermark) {
    return watermark.awaited() >= awaited || watermark.predictions() >= predicted;
  }
}
