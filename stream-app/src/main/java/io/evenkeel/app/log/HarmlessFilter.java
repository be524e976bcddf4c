package io.evenkeel.app.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Drops warnings of Kafka's clients that need no action. Each client writes them at every start.
 * Other warnings of the same loggers, such as that a broker is away, are kept.
 */
public final class HarmlessFilter extends TurboFilter {
  private static final List<String> HARMLESS =
      List.of(
          // A topic was created a moment ago; the client asks again.
          "The metadata response from the cluster reported a recoverable issue",
          // The answer for a partition came after the client had stopped reading it.
          "Not updating last stable offset for partition");

  /** For logback. */
  public HarmlessFilter() {}

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    boolean harmless =
        format != null
            && level == Level.WARN
            && logger.getName().startsWith("org.apache.kafka.clients.")
            && HARMLESS.stream().anyMatch(format::contains);
    return harmless ? FilterReply.DENY : FilterReply.NEUTRAL;
  }
}
