package io.evenkeel.core.drift.sequential;

import java.util.Arrays;

/** The odds of the bets on a feature in a step. */
final class Odds {
  private final CellBets bets;
  private final double[] reference;
  private final double[] scores;
  private final double designEffect;
  private final boolean isDrawn;

  /**
   * Odds.
   *
   * @param bets the bets against the reference of the step
   * @param reference counts of that reference
   * @param scores normal scores of the cells in the whole reference
   * @param designEffect by which the logarithms of factors are divided, at least 1
   */
  Odds(CellBets bets, double[] reference, double[] scores, double designEffect) {
    this(bets, reference, scores, designEffect, false);
  }

  private Odds(
      CellBets bets, double[] reference, double[] scores, double designEffect, boolean isDrawn) {
    this.bets = bets;
    this.reference = reference;
    this.scores = scores;
    this.designEffect = designEffect;
    this.isDrawn = isDrawn;
  }

  /**
   * Odds of bets on cases that are drawn from a pool.
   *
   * @param scores of the cells, the same in all steps
   */
  static Odds ofDrawn(CellBets bets, double[] pool, double[] scores) {
    return new Odds(bets, pool, scores, 1, true);
  }

  /** Whether cases are drawn from the reference, which is exact then: no sample of a law. */
  boolean isDrawn() {
    return isDrawn;
  }

  CellBets bets() {
    return bets;
  }

  double[] reference() {
    return reference;
  }

  double[] scores() {
    return scores;
  }

  double designEffect() {
    return designEffect;
  }

  /** The same with another design effect. */
  Odds with(double effect) {
    return new Odds(bets, reference, scores, effect, isDrawn);
  }

  /** The logarithm of the factor of each bet. */
  double[] logFactors(double... counts) {
    double[] factors = bets.logFactors(counts);
    for (int b = 0; b < factors.length; b++) {
      factors[b] /= designEffect;
    }
    return factors;
  }

  /** Σ f/M of a bet over cases. */
  double ratios(int bet, double... counts) {
    double[] logs = bets.logRatios()[bet];
    double sum = 0;
    for (int c = 0; c < counts.length; c++) {
      sum += counts[c] * Math.exp(logs[c]);
    }
    return sum;
  }

  /** The variance of what a bet wins with such cases, in squares of nats by the design effect. */
  double variance(int bet, double... counts) {
    double[] logs = bets.logRatios()[bet];
    double cases = 0;
    double sum = 0;
    double squares = 0;
    for (int c = 0; c < counts.length; c++) {
      cases += counts[c];
      sum += counts[c] * logs[c];
      squares += counts[c] * logs[c] * logs[c];
    }
    return cases > 0 ? Math.max(0, squares - sum / cases * sum) / designEffect : 0;
  }

  /** The counts that as many cases have in the reference; zeros if that is empty. */
  double[] expected(double... counts) {
    double cases = Arrays.stream(reference).sum();
    double share = cases > 0 ? Arrays.stream(counts).sum() / cases : 0;
    return Arrays.stream(reference).map(count -> count * share).toArray();
  }

  /** The sum of the normal scores that as many cases with a value have in the reference. */
  double expectedScore(double... counts) {
    double sum = 0;
    double present = 0;
    for (int c = 1; c < counts.length; c++) {
      sum += reference[c] * scores[c];
      present += reference[c];
    }
    double n = Arrays.stream(counts, 1, counts.length).sum();
    return present > 0 ? n * sum / present : 0;
  }
}
