package io.evenkeel.core.score;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.TargetSampler;
import io.evenkeel.core.prediction.TargetSpace;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The energy score E‖X − y‖ − E‖X − X′‖ / 2 for independent X, X′ with the predicted law of d real
 * numbers, in the unit of the target; 0 is best. For d = 1 it is the {@link Crps}. It sees errors
 * of location well and errors of the dependence between coordinates poorly. Where distances are too
 * large for a number, it is +∞.
 *
 * <p>Source: Gneiting and Raftery 2007, doi:10.1198/016214506000001437, Equation 22.
 */
public final class EnergyScore {

  private EnergyScore() {}

  /**
   * The score of an ensemble of n members, exactly. O(n²d).
   *
   * @throws IllegalArgumentException if the target has another dimension
   */
  public static double of(Ensemble p, RealVector y) {
    Checks.sameLength("target", y.dimension(), "prediction", p.dimension());
    return score(IntStream.range(0, p.size()).mapToObj(p::member).toList(), y, p.size());
  }

  /**
   * The score of the prediction p for the target y: exact for ensembles and for d = 1. Else an
   * unbiased estimate from draws, with an error of order 1/√M in the unit of the target; it may be
   * negative where the score is near 0. O(M²d).
   *
   * @param draws M &ge; 2, not used where the score is exact
   * @param sampler the source of the draws; not used where the score is exact
   * @throws IllegalArgumentException if p is of classes, or the target has another dimension
   */
  public static double of(
      PredictiveDistribution p, RealVector y, int draws, TargetSampler sampler) {
    if (p instanceof Ensemble ensemble) {
      return of(ensemble, y);
    }
    if (p.space().kind() == TargetSpace.Kind.CLASSES) {
      throw new IllegalArgumentException("no energy score is defined for " + p);
    }
    Checks.sameLength("target", y.dimension(), "prediction", p.space().size());
    if (y.dimension() == 1) {
      return Crps.of(p, y);
    }
    Checks.atLeast("number of draws", draws, 2);
    return score(
        Stream.generate(() -> (RealVector) sampler.draw(p)).limit(draws).toList(), y, draws - 1);
  }

  /** With the spread Σ‖x_i − x_j‖ / (n · {@code others}) over all ordered pairs. */
  private static double score(List<RealVector> x, RealVector y, int others) {
    double toTarget = 0;
    double spread = 0;
    for (int i = 0; i < x.size(); i++) {
      toTarget += distance(x.get(i), y);
      for (int j = 0; j < i; j++) {
        spread += distance(x.get(i), x.get(j));
      }
    }
    double score = toTarget / x.size() - spread / ((double) x.size() * others);
    return Double.isNaN(score) ? Double.POSITIVE_INFINITY : score;
  }

  private static double distance(RealVector x, RealVector y) {
    double squares = 0;
    for (int i = 0; i < x.dimension(); i++) {
      squares += (x.get(i) - y.get(i)) * (x.get(i) - y.get(i));
    }
    return Math.sqrt(squares);
  }
}
