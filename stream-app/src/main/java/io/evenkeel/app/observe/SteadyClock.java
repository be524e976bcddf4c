package io.evenkeel.app.observe;

import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Time that passes as fast as that of the wall clock and does not jump when somebody sets it: an
 * hour that is skipped is no hour of silence.
 */
public final class SteadyClock {
  /** Kafka Streams makes processors; this is how they get it. */
  private static final String PROPERTY = "evenkeel.steady.clock";

  private SteadyClock() {}

  /** The Kafka Streams properties by which silence is measured with the clock of this machine. */
  public static Map<String, Object> properties() {
    return properties(() -> System.nanoTime() / 1_000_000);
  }

  /**
   * The same with another clock.
   *
   * @param millis since any time, never less than before
   */
  public static Map<String, Object> properties(LongSupplier millis) {
    return Map.of(PROPERTY, millis);
  }

  /**
   * Whether time passes by itself. Where it passes by hand, as in a backtest, a process that stood
   * still for a while has waited for no time of that clock.
   *
   * @param properties of Kafka Streams
   */
  static boolean isIn(Map<String, Object> properties) {
    return properties.containsKey(PROPERTY);
  }

  /**
   * From wall-clock time to that of the clock of the properties, which is the same now; without one
   * wall-clock time itself, as where time passes by hand.
   *
   * @param properties of Kafka Streams
   * @param now wall-clock time, milliseconds since 1970
   */
  static LongUnaryOperator of(Map<String, Object> properties, long now) {
    if (properties.get(PROPERTY) instanceof LongSupplier millis) {
      long ahead = now - millis.getAsLong();
      return wall -> millis.getAsLong() + ahead;
    }
    return LongUnaryOperator.identity();
  }
}
