package io.evenkeel.app.state;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that work on one thing, such as a series, failed: mutable, for one thread. For each thing it
 * logs one line a minute, and a stack trace once an hour.
 */
public final class FailureLog {
  private static final Logger LOGGER = LoggerFactory.getLogger(FailureLog.class);
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private final Map<String, Logged> logged = new HashMap<>();

  /** When there was a line, when a stack trace, and how many failures have had neither since. */
  private record Logged(long lineAt, long traceAt, long unlogged) {}

  /**
   * Notes a failure.
   *
   * @param work what failed, in words
   * @param now wall-clock time, milliseconds since 1970
   */
  public void failed(String work, Throwable failure, long now) {
    logged.values().removeIf(last -> now - last.traceAt >= HOUR);
    Logged last = logged.get(work);
    if (last == null) {
      LOGGER.error("event=failed work=\"{}\"; all else goes on", work, failure);
      logged.put(work, new Logged(now, now, 0));
    } else if (now - last.lineAt >= MINUTE) {
      LOGGER.error(
          "event=failed work=\"{}\" times={} error={}", work, last.unlogged + 1, failure + "");
      logged.put(work, new Logged(now, last.traceAt, 0));
    } else {
      logged.put(work, new Logged(last.lineAt, last.traceAt, last.unlogged + 1));
    }
  }
}
