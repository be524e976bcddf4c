package io.evenkeel.local.market;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The return of one minute.
 *
 * @param start of the minute: when it is forecast
 * @param basisPoints 10,000 times the logarithm of its average price over that of the last minute
 *     with a trade before it; empty if nothing changed hands
 */
record MinuteReturn(Instant start, OptionalDouble basisPoints) {
  private static final double BASIS_POINTS = 10_000;

  /** When the return is known: the end of the minute. */
  Instant end() {
    return start.plus(1, ChronoUnit.MINUTES);
  }

  /**
   * The returns of all minutes from the one after the first trade to that of the last, without
   * gaps.
   *
   * @param trades in the order of time, at least one
   */
  static List<MinuteReturn> of(List<Trade> trades) {
    List<MinuteReturn> returns = new ArrayList<>();
    Minute minute = new Minute(minuteOf(trades.get(0)));
    double previous = Double.NaN;
    for (Trade trade : trades) {
      if (trade.time().isBefore(minute.start)) {
        throw new IllegalArgumentException(
            "trades must be in order, got " + trade.time() + " in or after " + minute.start);
      }
      while (minute.start.isBefore(minuteOf(trade))) {
        previous = minute.close(previous, returns);
        minute = new Minute(minute.start.plus(Duration.ofMinutes(1)));
      }
      minute.add(trade);
    }
    minute.close(previous, returns);
    return returns;
  }

  private static Instant minuteOf(Trade trade) {
    return trade.time().truncatedTo(ChronoUnit.MINUTES);
  }

  /** What was traded in a minute so far. */
  private static final class Minute {
    private final Instant start;
    private double value;
    private double amount;

    Minute(Instant start) {
      this.start = start;
    }

    void add(Trade trade) {
      value += trade.price() * trade.amount();
      amount += trade.amount();
    }

    /** Appends the return over the previous average price; returns the latest one. */
    double close(double previous, List<MinuteReturn> returns) {
      double average = amount > 0 ? value / amount : previous;
      if (!Double.isNaN(previous)) {
        returns.add(
            new MinuteReturn(
                start,
                amount > 0
                    ? OptionalDouble.of(BASIS_POINTS * Math.log(average / previous))
                    : OptionalDouble.empty()));
      }
      return average;
    }
  }
}
