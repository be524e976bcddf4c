package io.evenkeel.core.sequential;

import io.evenkeel.core.internal.Checks;

/**
 * The bet of an online Newton step on −log(1 + x g) for payoffs g = h/b, λ = x/b with x kept in [0,
 * cap]. (Cutkosky and Orabona 2018, arXiv:1802.06293.)
 *
 * @param cap the largest share of the largest bet, in (0, 1); one half is customary
 */
public record OnlineNewtonStep(double cap) implements BettingStrategy {
  private static final double STEP = 2 / (2 - Math.log(3));

  /** Checks the cap. */
  public OnlineNewtonStep {
    Checks.inUnit("cap", cap);
  }

  @Override
  public Bettor bettor(double bound) {
    Checks.positive("bound", bound);
    return new Bettor() {
      private double x;
      private double curvature = 1;

      @Override
      public double bet() {
        return x / bound;
      }

      @Override
      public void observe(double payoff) {
        double g = payoff / bound;
        double gradient = g / (1 + x * g);
        curvature += gradient * gradient;
        x = Math.min(Math.max(x + STEP * gradient / curvature, 0), cap);
      }
    };
  }
}
