package io.evenkeel.app.observe;

import io.evenkeel.app.codec.Surroundings;
import io.evenkeel.app.metrics.Instrument;
import io.evenkeel.app.metrics.Metrics;
import io.evenkeel.app.state.FailureLog;

/**
 * Lets regular work on one pane, prediction or model fail alone: it is counted and logged, and all
 * else goes on. Mutable, for one thread.
 */
final class Isolation {
  private final Metrics metrics;
  private final FailureLog log = new FailureLog();

  Isolation(Metrics metrics) {
    this.metrics = metrics;
  }

  /**
   * Does the work.
   *
   * @param what it is, in words
   * @param now wall-clock time, milliseconds since 1970
   * @return whether it was done
   */
  boolean done(String model, String what, long now, Runnable work) {
    try {
      work.run();
      return true;
    } catch (RuntimeException | StackOverflowError e) {
      if (Surroundings.failed(e)) {
        throw e;
      }
      metrics.count(Instrument.SERIES_FAILURES, model, "observe");
      log.failed(what, e, now);
      return false;
    }
  }
}
