package io.evenkeel.local.market;

import java.time.Instant;

/**
 * A trade.
 *
 * @param time when it was made
 * @param price paid for one unit, positive
 * @param amount how many units changed hands; zero if fewer than the exchange writes down
 */
record Trade(Instant time, double price, double amount) {

  Trade {
    if (!(price > 0 && price < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("price must be positive and finite, got " + price);
    }
    if (!(amount >= 0 && amount < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("amount must be finite and not negative, got " + amount);
    }
  }
}
