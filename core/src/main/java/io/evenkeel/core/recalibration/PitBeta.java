package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.NormalScore;

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
    PitBetaRatio ratio = new PitBetaRatio(this);
    return score.isPoint()
        ? ratio.logDensity(
            StandardNormal.logCdf(score.lower()), StandardNormal.logCdf(-score.lower()))
        : ratio.logRatio(score);
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
