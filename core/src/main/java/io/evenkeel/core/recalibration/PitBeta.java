package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.NormalScore;
import org.apache.commons.numbers.gamma.LogBeta;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * A prediction of one real number whose probability integral transform u = F(y) is Beta(a, b) in
 * place of uniform: with density u<sup>a−1</sup>(1 − u)<sup>b−1</sup> / B(a, b), the ratio. With a
 * below 1 too many targets fall far below what was predicted, with b below 1 too many far above.
 *
 * <p>Where F jumps at y, u is uniform on an interval if the prediction is calibrated, and the ratio
 * is the mean density over the interval.
 *
 * @param a positive and finite
 * @param b positive and finite
 */
public record PitBeta(double a, double b) implements Recalibration {
  /** On an interval less probable than this the density is taken for constant. */
  private static final double NARROW = 1e-9;

  /** Checks the parameters. */
  public PitBeta {
    Checks.positive("a", a);
    Checks.positive("b", b);
  }

  @Override
  public double logRatio(PredictiveDistribution p, Target y) {
    NormalScore score = new NormalScore();
    score.set(p, (RealVector) y);
    return score.isImpossible() ? Double.POSITIVE_INFINITY : logRatio(score);
  }

  /** The log-ratio of a target that is possible. */
  double logRatio(NormalScore score) {
    if (score.isPoint()) {
      return logDensity(
          StandardNormal.logCdf(score.lower()), StandardNormal.logCdf(-score.lower()));
    }
    return score.isAmbiguous()
        ? score.least(this::logRatio)
        : logRatio(score.lower(), score.upper());
  }

  private double logRatio(double lower, double upper) {
    double lowerTail = StandardNormal.cdf(lower);
    double upperTail = StandardNormal.cdf(-upper);
    double width = Math.exp(StandardNormal.logProbability(lower, upper));
    if (width < NARROW) {
      return logDensity(Math.log(lowerTail + width / 2), Math.log(upperTail + width / 2));
    }
    return Math.log(probability(lowerTail, upperTail) / width);
  }

  /** The logarithm of the density at u, given log u and log(1 − u). */
  double logDensity(double logU, double logComplement) {
    return (a - 1) * logU + (b - 1) * logComplement - LogBeta.value(a, b);
  }

  /** The probability of the interval between the given tails, from differences of small numbers. */
  private double probability(double lowerTail, double upperTail) {
    if (lowerTail > 0.5) {
      return RegularizedBeta.value(1 - lowerTail, b, a) - RegularizedBeta.value(upperTail, b, a);
    }
    if (upperTail > 0.5) {
      return RegularizedBeta.value(1 - upperTail, a, b) - RegularizedBeta.value(lowerTail, a, b);
    }
    return 1 - RegularizedBeta.value(lowerTail, a, b) - RegularizedBeta.value(upperTail, b, a);
  }

  @Override
  public String describe() {
    if (a == 1 && b == 1) {
      return "as predicted";
    }
    String below = tail(a, "below");
    String above = tail(b, "above");
    String joined = below.isEmpty() || above.isEmpty() ? "" : ", ";
    return "targets fall "
        + below
        + joined
        + above
        + " (transforms like Beta("
        + Parameters.inWords(a)
        + ", "
        + Parameters.inWords(b)
        + "))";
  }

  private static String tail(double parameter, String side) {
    return parameter == 1 ? "" : "too " + (parameter < 1 ? "often" : "rarely") + " far " + side;
  }
}
