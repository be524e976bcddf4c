package io.evenkeel.core.sequential;

/**
 * Shares of a whole that are spent step by step without end: γ<sub>t</sub> = t<sup>−a</sup> − (t +
 * 1)<sup>−a</sup> with a = 1/4, for t = 1, 2, …, which sum to one. They fall slowly, so that a
 * change found late costs little more than one found early: the logarithm of γ is −1.8 at t = 1,
 * −4.5 at 12, −10.0 at 1000.
 */
final class Spending {
  private static final double A = 0.25;

  private Spending() {}

  /** log γ<sub>t</sub>. */
  static double logShare(long t) {
    return -A * Math.log((double) t) + Math.log(-Math.expm1(-A * Math.log1p(1.0 / t)));
  }

  /** The logarithm of what is left after step t &ge; 0. */
  static double logLeft(long t) {
    return -A * Math.log1p((double) t);
  }
}
