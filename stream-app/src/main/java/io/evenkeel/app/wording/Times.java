package io.evenkeel.app.wording;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as people read them: to the minute, UTC. */
public final class Times {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Times() {}

  /**
   * A time, such as 2026-03-01 04:20 UTC.
   *
   * @param millis milliseconds since 1970
   */
  public static String minute(long millis) {
    return minute(Instant.ofEpochMilli(millis));
  }

  /** A time, such as 2026-03-01 04:20 UTC. */
  public static String minute(Instant time) {
    return MINUTE.format(time) + " UTC";
  }

  /**
   * Two times, such as 2026-03-01 04:20 to 05:00 UTC: the date of the second one only if it is
   * another.
   *
   * @param from milliseconds since 1970
   * @param to milliseconds since 1970
   */
  public static String range(long from, long to) {
    String first = MINUTE.format(Instant.ofEpochMilli(from));
    String last = MINUTE.format(Instant.ofEpochMilli(to));
    int clock = first.length() - "HH:mm".length();
    boolean sameDay = first.substring(0, clock).equals(last.substring(0, clock));
    return first + " to " + (sameDay ? last.substring(clock) : last) + " UTC";
  }
}
