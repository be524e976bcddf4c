package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.TargetSpace;

/**
 * The energy score E‖X − y‖ − E‖X − X′‖ / 2 for independent X, X′ with the predicted law of d real
 * numbers, in the unit of the target; 0 is best. For d = 1 it is the {@link Crps}. It sees errors
 * of location well and errors of the dependence between coordinates poorly.
 *
 * <p>Source: Gneiting and Raftery 2007, doi:10.1198/016214506000001437, Equation 22.
 */
public final class EnergyScore {

  private EnergyScore() {}

  /**
   * The score of the prediction p for the target y: in closed form for d = 1. For d &gt; 1 an
   * unbiased estimate from draws, with an error of order 1/√M in the unit of the target; it may be
   * negative where the score is near 0. O(M²d).
   *
   * @param draws M &ge; 2, not used for d = 1
   * @param sampler the source of the draws; not used for d = 1
   * @throws IllegalArgumentException if p is of classes
   */
  public static double of(
      PredictiveDistribution p, RealVector y, int draws, TargetSampler sampler) {
    if (p.space().equals(TargetSpace.reals(1))) {
      return Crps.of(p, y);
    }
    if (p.space().kind() == TargetSpace.Kind.CLASSES) {
      throw new IllegalArgumentException("no energy score is defined for " + p);
    }
    Checks.sameLength("target", y.dimension(), "prediction", p.space().size());
    RealVector[] x = new RealVector[Checks.atLeast("number of draws", draws, 2)];
    double toTarget = 0;
    double spread = 0;
    for (int i = 0; i < draws; i++) {
      x[i] = (RealVector) sampler.draw(p);
      toTarget += distance(x[i], y);
      for (int j = 0; j < i; j++) {
        spread += distance(x[i], x[j]);
      }
    }
    return toTarget / draws - spread / ((double) draws * (draws - 1));
  }

  private static double distance(RealVector x, RealVector y) {
    double squares = 0;
    for (int i = 0; i < x.dimension(); i++) {
      squares += (x.get(i) - y.get(i)) * (x.get(i) - y.get(i));
    }
    return Math.sqrt(squares);
  }
}
