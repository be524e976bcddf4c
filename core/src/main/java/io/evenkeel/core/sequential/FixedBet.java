package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;

/**
 * The same bet every time.
 *
 * @param lambda λ &ge; 0, at most 1/b
 */
public record FixedBet(double lambda) implements BettingStrategy {

  /** Checks the bet. */
  public FixedBet {
    if (!(lambda >= 0 && lambda < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a bet must be finite and not negative, got " + lambda);
    }
  }

  @Override
  public Bettor bettor(double bound) {
    Checks.within("bet", lambda, -1, 1 / bound);
    return new Bettor() {
      @Override
      public double bet() {
        return lambda;
      }

      @Override
      public void observe(double payoff) {}
    };
  }
}
