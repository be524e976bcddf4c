package io.evenkeel.app.backtest;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import java.util.HashMap;
import java.util.Map;

/**
 * When something may happen without an event, so that the clock must stop: where a pane ends for
 * predictions or for labels, and where a stream has been silent for the idle timeout. Mutable.
 *
 * <p>Nothing else can happen then: whatever the application says later, it says as of the end of a
 * pane.
 */
final class Stops {
  private final AppConfig config;
  private final long idleTimeout;
  private final Map<String, Times> models = new HashMap<>();
  private final Map<String, Long> silentSince = new HashMap<>();

  /**
   * Of a model, milliseconds: how long its panes are, and how long after their ends they are due.
   */
  private record Times(long pane, long seen, long closed) {
    static Times of(ModelSettings settings) {
      long grace = settings.window().grace().toMillis();
      return new Times(
          settings.window().advance().toMillis(),
          grace,
          grace + settings.labels().maxWait().toMillis());
    }

    long after(long now) {
      return Math.min(after(now, seen), after(now, closed));
    }

    private long after(long now, long delay) {
      return (Math.floorDiv(now - delay, pane) + 1) * pane + delay;
    }
  }

  Stops(AppConfig config) {
    this.config = config;
    this.idleTimeout = config.monitor().idleTimeout().toMillis();
  }

  /** An event was delivered: from now on its stream is silent. */
  void delivered(String model, String stream, long now) {
    models.computeIfAbsent(model, name -> Times.of(config.model(name)));
    silentSince.put(stream + model, now);
  }

  /** The next stop after this time, milliseconds since 1970. */
  long after(long now) {
    long next = Long.MAX_VALUE;
    for (Times times : models.values()) {
      next = Math.min(next, times.after(now));
    }
    for (long since : silentSince.values()) {
      if (since + idleTimeout > now) {
        next = Math.min(next, since + idleTimeout);
      }
    }
    return next;
  }
}
