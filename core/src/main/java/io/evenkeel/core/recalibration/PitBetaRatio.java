package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.BetaSeries;
import io.evenkeel.core.internal.GaussLegendre;
import io.evenkeel.core.score.NormalScore;
import org.apache.commons.numbers.gamma.LogBeta;

/** Evaluates the log-ratios of a {@link PitBeta}, with what does not depend on the target. */
final class PitBetaRatio {
  /** On an interval less probable than this the density is taken for constant. */
  private static final double NARROW = 1e-9;

  /** What is less is lost in the rounding of one less the two sides of an interval. */
  private static final double LOST = 1e-7;

  private final double a;
  private final double b;
  private final double logBeta;
  private final BetaSeries fromBelow;
  private final BetaSeries fromAbove;

  PitBetaRatio(PitBeta beta) {
    this.a = beta.a();
    this.b = beta.b();
    this.logBeta = LogBeta.value(a, b);
    this.fromBelow = new BetaSeries(a, b);
    this.fromAbove = new BetaSeries(b, a);
  }

  /** The log-ratio of a target that is possible, whose score is no number. */
  double logRatio(NormalScore score) {
    return score.least((lower, upper) -> logRatio(ScoreInterval.of(lower, upper)));
  }

  /** The log-ratio of an interval. */
  double logRatio(ScoreInterval score) {
    double width = score.width();
    if (width < NARROW) {
      return logDensity(
          positiveLog(score.below() + width / 2), positiveLog(score.above() + width / 2));
    }
    double probability = probability(score.below(), score.above());
    return Math.log(
        probability < LOST && score.below() <= 0.5 && score.above() <= 0.5
            ? GaussLegendre.mean(this::density, score.below(), 1 - score.above())
            : probability / width);
  }

  private static double positiveLog(double u) {
    return Math.log(Math.max(Double.MIN_VALUE, u));
  }

  private double density(double u) {
    return Math.exp(logDensity(Math.log(u), Math.log1p(-u)));
  }

  /** The logarithm of the density at u, given log u and log(1 − u). */
  double logDensity(double logU, double logComplement) {
    return (a - 1) * logU + (b - 1) * logComplement - logBeta;
  }

  /** The probability of the interval between the given tails, from differences of small numbers. */
  private double probability(double below, double above) {
    if (below > 0.5) {
      return fromAbove.value(1 - below) - fromAbove.value(above);
    }
    if (above > 0.5) {
      return fromBelow.value(1 - above) - fromBelow.value(below);
    }
    return 1 - fromBelow.value(below) - fromAbove.value(above);
  }
}
