package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;

/**
 * The approximate growth-rate-adaptive bet λ<sub>t</sub> = μ / (σ² + μ²), kept in [0, cap/b], with
 * the mean μ and variance σ² of the earlier payoffs, an imagined one of 0 with variance v among
 * them. (Waudby-Smith and Ramdas 2024, doi:10.1093/jrsssb/qkad009.)
 *
 * @param cap the largest share of the largest bet, in (0, 1]
 * @param initialVariance v &gt; 0
 */
public record Agrapa(double cap, double initialVariance) implements BettingStrategy {

  /** Checks the parameters. */
  public Agrapa {
    Checks.within("cap", cap, 0, 1);
    Checks.positive("initial variance", initialVariance);
  }

  @Override
  public Bettor bettor(double bound) {
    Checks.positive("bound", bound);
    return new Bettor() {
      private double n = 1;
      private double sum;
      private double squares = initialVariance;

      @Override
      public double bet() {
        double mean = sum / n;
        return Math.min(Math.max(mean / (squares / n + mean * mean), 0), cap / bound);
      }

      @Override
      public void observe(double payoff) {
        n++;
        sum += payoff;
        double residual = payoff - sum / n;
        squares += residual * residual;
      }
    };
  }
}
