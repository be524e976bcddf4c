package io.evenkeel.app.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.helpers.MessageFormatter;

/**
 * Mutable, safe for use by many threads: passes the first of many warnings and errors that are
 * alike, and once a minute says how many more there were, and the last of them. Those are alike
 * that have the logger, the text and the first argument in common, so that a line of ours such as
 * {@code event=dead-letter reason={} offset={}} is limited for each reason by itself.
 *
 * <p>It distinguishes a thousand kinds at a time. Of further ones those are alike that have the
 * logger and the text in common.
 */
public final class RepeatFilter extends TurboFilter {
  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final int MOST_KINDS = 1_000;

  private final Map<Kind, Repeats> repeated = new HashMap<>();
  private @Nullable ScheduledFuture<?> task;

  private record Kind(Logger logger, Level level, String text, String first) {
    /** The kind of whatever the first argument is. */
    private Kind whatever() {
      return new Kind(logger, level, text, "(any other)");
    }
  }

  /**
   * What came of a kind after its first.
   *
   * @param count how many
   * @param last the newest of them, in full: its cause may be another one than that of the first
   */
  private record Repeats(int count, String last) {
    static final Repeats NONE = new Repeats(0, "");
  }

  /** For logback, which calls {@link #start} next. */
  public RepeatFilter() {}

  @Override
  public void start() {
    task =
        getContext()
            .getScheduledExecutorService()
            .scheduleAtFixedRate(
                this::report, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    super.start();
  }

  @Override
  public void stop() {
    if (task != null) {
      task.cancel(false);
    }
    super.stop();
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    boolean seen = level.isGreaterOrEqual(logger.getEffectiveLevel());
    if (format == null || !seen || !level.isGreaterOrEqual(Level.WARN)) {
      return FilterReply.NEUTRAL;
    }
    String first = arguments == null || arguments.length == 0 ? "" : String.valueOf(arguments[0]);
    return isFirst(new Kind(logger, level, format, first), arguments)
        ? FilterReply.NEUTRAL
        : FilterReply.DENY;
  }

  private synchronized boolean isFirst(Kind kind, Object @Nullable [] arguments) {
    boolean isDistinct = repeated.size() < MOST_KINDS || repeated.containsKey(kind);
    Kind counted = isDistinct ? kind : kind.whatever();
    Repeats before = repeated.putIfAbsent(counted, Repeats.NONE);
    if (before != null) {
      String last = MessageFormatter.basicArrayFormat(kind.text(), arguments);
      repeated.put(counted, new Repeats(before.count() + 1, last));
    }
    return before == null;
  }

  /** Says how often each kind was repeated; the next of one that was not is its first again. */
  synchronized void report() {
    Iterator<Map.Entry<Kind, Repeats>> kinds = repeated.entrySet().iterator();
    while (kinds.hasNext()) {
      Map.Entry<Kind, Repeats> each = kinds.next();
      if (each.getValue().count() == 0) {
        kinds.remove();
      } else {
        say(each.getKey(), each.getValue());
        each.setValue(Repeats.NONE);
      }
    }
  }

  private static void say(Kind kind, Repeats repeats) {
    Object[] arguments = {repeats.count(), INTERVAL.toSeconds(), repeats.last()};
    String text = "event=repeated count={} seconds={} last=\"{}\"";
    // Straight to the appenders: through the logger it would come here again.
    kind.logger()
        .callAppenders(
            new LoggingEvent(
                RepeatFilter.class.getName(), kind.logger(), kind.level(), text, null, arguments));
  }
}
