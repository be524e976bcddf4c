package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.Feature;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Bets on the cells of the labelled cases of a pane, given all of its cases. A bet f wins Π
 * f(c<sub>i</sub>) over labelled cases i, in units of its {@linkplain DrawnShare expectation} if
 * every subset is equally likely; where fewer wait than are labelled, it is played as 1/f on those
 * that wait, which is the same.
 */
final class PoolBets {
  private final Feature feature;
  private final double[] pool;
  private final double[] law;
  private final double[] labelled;
  private final double[][] functions;
  private final double[] logWon;
  private final boolean isOnLabelled;
  private final double drawn;

  /**
   * The bets.
   *
   * @param pool counts of the cells over all cases
   * @param labelled over those with a label
   */
  PoolBets(Feature feature, double[] pool, double[] labelled) {
    this.feature = feature;
    this.pool = pool;
    this.labelled = labelled;
    double cases = Arrays.stream(pool).sum();
    this.law = Arrays.stream(pool).map(count -> count / cases).toArray();
    this.isOnLabelled = 2 * Arrays.stream(labelled).sum() <= cases;
    double[] smaller =
        isOnLabelled
            ? labelled
            : IntStream.range(0, pool.length).mapToDouble(c -> pool[c] - labelled[c]).toArray();
    this.drawn = Arrays.stream(smaller).sum();
    this.functions = CellBets.functions(feature, pool, CellBets.law(pool));
    this.logWon = new double[functions.length];
    for (int b = 0; b < functions.length; b++) {
      double[] f = played(b);
      logWon[b] = -DrawnShare.logExpectation(f, pool, (int) Math.round(drawn));
      for (int c = 0; c < f.length; c++) {
        logWon[b] += smaller[c] == 0 ? 0 : smaller[c] * Math.log(f[c]);
      }
    }
  }

  private double[] played(int bet) {
    return isOnLabelled ? functions[bet] : Arrays.stream(functions[bet]).map(f -> 1 / f).toArray();
  }

  /** The step against draws whose law is within a tolerance δ of that of the pool. */
  FeatureProcess.Step step(double tolerance) {
    double[] logFactors = logWon.clone();
    double[][] ratios = new double[functions.length][law.length];
    for (int b = 0; b < functions.length; b++) {
      double[] f = played(b);
      logFactors[b] -=
          drawn
              * Math.log(
                  CellBets.largestWithin(f, law, tolerance) / CellBets.largestWithin(f, law, 0));
      double largest = CellBets.largestWithin(functions[b], law, tolerance);
      for (int c = 0; c < law.length; c++) {
        ratios[b][c] = Math.log(functions[b][c] / largest);
      }
    }
    CellBets bets = new CellBets(ratios, new double[ratios.length]);
    double[] scores = NormalScores.ofSample(feature);
    return new FeatureProcess.Step(labelled, logFactors, Odds.ofDrawn(bets, pool, scores));
  }
}
