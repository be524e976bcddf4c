package io.evenkeel.app.backtest;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ModelSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When something may happen without an event, so that the clock must stop: where a pane ends for
 * predictions or for labels, and where a stream has been silent for the idle timeout. Mutable.
 *
 * <p>Nothing else can happen then: whatever the application says later, it says as of the end of a
 * pane.
 */
final class Stops {
  /** A pane has at least so many steps. */
  private static final int STEPS = 10;

  private final AppConfig config;
  private final long idleTimeout;
  private final Map<String, Times> models = new HashMap<>();
  private final Map<String, Long> silentSince = new HashMap<>();

  /**
   * Of a model, milliseconds.
   *
   * @param pane length of its panes
   * @param delays after the ends of panes, at which something may happen
   */
  private record Times(long pane, List<Long> delays) {
    static Times of(ModelSettings settings, long step) {
      long grace = settings.window().grace().toMillis();
      long closed = settings.closesAfter().toMillis();
      // Where events have arrived a step late, event time is behind the clock by as much.
      return new Times(
          settings.window().advance().toMillis(),
          List.of(grace, closed, grace + step, closed + step));
    }

    long after(long now) {
      return delays.stream().mapToLong(delay -> after(now, delay)).min().orElseThrow();
    }

    private long after(long now, long delay) {
      return (Math.floorDiv(now - delay, pane) + 1) * pane + delay;
    }
  }

  Stops(AppConfig config) {
    this.config = config;
    this.idleTimeout = config.monitor().idleTimeout().toMillis();
  }

  /**
   * How late events of a model may arrive, milliseconds: those that arrive together cost one look.
   */
  long step(String model) {
    long pane = config.model(model).window().advance().toMillis();
    return Math.max(1, Math.min(pane / STEPS, idleTimeout / 2));
  }

  /** An event has arrived: from now on its stream is silent. */
  void arrived(String model, String stream, long now) {
    models.computeIfAbsent(model, name -> Times.of(config.model(name), step(name)));
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
