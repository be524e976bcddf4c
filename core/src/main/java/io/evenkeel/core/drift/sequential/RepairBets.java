package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.internal.LogSum;
import java.util.Arrays;

/**
 * Bets that a drift is over: mutable. Null hypothesis: the mean of f/M of the bet that led when the
 * alarm was raised is still at least B, halfway (in logarithms) between 1, the edge of what is
 * tolerated, and its mean since the change. The factors of a case in cell c are 1 + λ(B − f/M), for
 * four λ up to the largest that keeps them positive; processes restart at every step.
 */
final class RepairBets {
  private static final double[] SHARES = {0.02, 0.1, 0.4, 0.9};

  /** The least B, above 1, so that a bet that hardly wins is distinguished from no bet. */
  private static final double LEAST = 1.00005;

  /** The number of doubles of the state. */
  static final int LENGTH = 2 + SHARES.length;

  private final int bet;
  private final double bound;
  private final double[] logProcesses;

  private RepairBets(int bet, double bound, double... logProcesses) {
    this.bet = bet;
    this.bound = bound;
    this.logProcesses = logProcesses;
  }

  /**
   * No bets yet.
   *
   * @param bet the index of f
   * @param mean the mean of f/M since the change
   */
  static RepairBets against(int bet, double mean) {
    double[] none = new double[SHARES.length];
    Arrays.fill(none, FeatureProcess.NOTHING);
    return new RepairBets(bet, Math.max(LEAST, Math.sqrt(mean)), none);
  }

  static RepairBets read(Cursor cursor) {
    return new RepairBets((int) cursor.next(), cursor.next(), cursor.next(SHARES.length));
  }

  double[] toArray() {
    double[] state = new double[LENGTH];
    state[0] = bet;
    state[1] = bound;
    System.arraycopy(logProcesses, 0, state, 2, SHARES.length);
    return state;
  }

  int bet() {
    return bet;
  }

  /** Bets on a pane. */
  void step(double[] counts, Odds odds, double logShare) {
    double[] logs = odds.bets().logRatios()[bet];
    double largest = Math.exp(Arrays.stream(logs).max().orElseThrow());
    // If no case can win more than the bound, the cases do not show whether the drift goes on.
    double span = largest > bound ? largest - bound : Double.POSITIVE_INFINITY;
    for (int i = 0; i < SHARES.length; i++) {
      double lambda = SHARES[i] / span;
      double sum = 0;
      for (int c = 0; c < counts.length; c++) {
        sum += counts[c] == 0 ? 0 : counts[c] * Math.log1p(lambda * (bound - Math.exp(logs[c])));
      }
      logProcesses[i] = LogSum.of(logProcesses[i], logShare) + sum / odds.designEffect();
    }
  }

  /** The logarithm of the e-value that the drift is over. */
  double logEValue() {
    double[] weights = new double[SHARES.length];
    Arrays.fill(weights, -Math.log(SHARES.length));
    return LogSum.of(weights, logProcesses);
  }
}
