package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;

/**
 * A bet that forgets: λ<sub>t</sub> = m / s, kept in [0, cap/b], with exponentially weighted means
 * m of the earlier payoffs, starting at 0, and s of their squares, starting at v.
 *
 * @param memory the weight ρ in (0, 1] of the past against the newest payoff
 * @param cap the largest share of the largest bet, in (0, 1]
 * @param initialSquare v &gt; 0
 */
public record ExponentiallyWeightedBet(double memory, double cap, double initialSquare)
    implements BettingStrategy {

  /** Checks the parameters. */
  public ExponentiallyWeightedBet {
    Checks.within("memory", memory, 0, 1);
    Checks.within("cap", cap, 0, 1);
    Checks.positive("initial square", initialSquare);
  }

  @Override
  public Bettor bettor(double bound) {
    Checks.positive("bound", bound);
    return new Bettor() {
      private double mean;
      private double square = initialSquare;

      @Override
      public double bet() {
        return Math.min(Math.max(mean / square, 0), cap / bound);
      }

      @Override
      public void observe(double payoff) {
        mean = memory * mean + (1 - memory) * payoff;
        square = memory * square + (1 - memory) * payoff * payoff;
      }
    };
  }
}
