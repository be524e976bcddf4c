package io.evenkeel.app.compare;

import java.time.Duration;

/**
 * How versions are compared.
 *
 * @param alpha the most that the chance is, for each two versions, that one of them is ever wrongly
 *     shown to be better; in (0, 1)
 * @param patience for how much longer than for its label a case waits, as one version may come
 *     later than the other; not negative
 */
public record Plan(double alpha, Duration patience) {
  /** Checks the ranges. */
  public Plan {
    if (!(alpha > 0 && alpha < 1)) {
      throw new IllegalArgumentException("alpha must lie above 0 and below 1, got " + alpha);
    }
    if (patience.isNegative()) {
      throw new IllegalArgumentException("patience must not be negative, got " + patience);
    }
  }
}
