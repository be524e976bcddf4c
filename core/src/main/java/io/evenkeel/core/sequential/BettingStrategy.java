package io.evenkeel.core.sequential;

/**
 * A rule for betting on payoffs h<sub>t</sub> ≥ −b whose expectation given the past is at most 0
 * under the null hypothesis: 1 + λ<sub>t</sub> h<sub>t</sub> is then the factor of an {@link
 * EProcess}, for any bet λ<sub>t</sub> in [0, 1/b] that depends on earlier payoffs only.
 */
public sealed interface BettingStrategy
    permits FixedBet, Agrapa, ExponentiallyWeightedBet, OnlineNewtonStep {

  /** A new bettor for payoffs that are at least −bound. */
  Bettor bettor(double bound);

  /** A mutable better. */
  interface Bettor {

    /** The bet λ on the next payoff. */
    double bet();

    /** Learns from a payoff. */
    void observe(double payoff);
  }
}
