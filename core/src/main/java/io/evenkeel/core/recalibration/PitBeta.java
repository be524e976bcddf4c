package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.GaussLegendre;
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
 * @param a positive, {@value #LARGEST} at most
 * @param b positive, {@value #LARGEST} at most
 */
public record PitBeta(double a, double b) implements Recalibration {
  /** On an interval less probable than this the density is taken for constant. */
  private static final double NARROW = 1e-9;

  /** What is less is lost in the rounding of one less the two sides of an interval. */
  private static final double LOST = 1e-7;

  private static final double LARGEST = 1e6;

  /** Checks the parameters. */
  public PitBeta {
    Checks.within("a", a, 0, LARGEST);
    Checks.within("b", b, 0, LARGEST);
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
      return logDensity(positiveLog(lowerTail + width / 2), positiveLog(upperTail + width / 2));
    }
    double probability = probability(lowerTail, upperTail);
    return Math.log(
        probability < LOST && lowerTail <= 0.5 && upperTail <= 0.5
            ? GaussLegendre.mean(this::density, lowerTail, 1 - upperTail)
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
