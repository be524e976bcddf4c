package io.evenkeel.core.sequential;

import io.evenkeel.core.score.Interval;

/** A mutable confidence sequence with predictable plug-in bets. */
final class PredictableBernstein extends ConfidenceSequence {
  private static final double LARGEST_BET = 0.5;

  private final double logLevel;
  private double t;
  private double mean = 0.5;
  private double sum = 0.5;
  private double squares = 0.25;
  private double bets;
  private double weighted;
  private double penalty;

  PredictableBernstein(double bound, double alpha) {
    super(bound);
    this.logLevel = Math.log(2 / alpha);
  }

  @Override
  Interval next(double x) {
    double variance = squares / (t + 1);
    t++;
    double bet = Math.min(Math.sqrt(2 * logLevel / (variance * t * Math.log1p(t))), LARGEST_BET);
    bets += bet;
    weighted += bet * x;
    penalty += (x - mean) * (x - mean) * (-Math.log1p(-bet) - bet);
    sum += x;
    mean = sum / (t + 1);
    squares += (x - mean) * (x - mean);
    return Interval.around(weighted / bets, (logLevel + penalty) / bets);
  }
}
