package io.evenkeel.core.score;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.MixtureWasserstein;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.Univariate;

/**
 * The difference of the {@link Crps} of two predictions F and G of one real number, relative to a
 * scale s that is known before the target y: D = (CRPS(F, y) − CRPS(G, y)) / s, in [−2, 2], with s
 * = max(e, W). Here e is the mean of the two {@link Crps#expected} scores, each if its prediction
 * is right, and W ≥ W₁ = ∫ |F − G| dx a bound of the distance of the two. If both are points at one
 * place, s = 0 and D = 0.
 *
 * <p>|CRPS(F, y) − CRPS(G, y)| = |∫ (F − G)(F + G − 2·1{y ≤ x}) dx| ≤ 2 W₁, since F + G lies in [0,
 * 2]. No smaller factor does for all F and G: that of a point at 0 and of 0 and 1 with the
 * probabilities 1 − ε and ε is 2 − ε for y ≥ 1.
 *
 * <p>While the predictions differ by less than their spread, W ≤ e, D is the difference as a share
 * of the expected CRPS, so that cases of all scales count alike and two predictions that are almost
 * equal differ by almost nothing. s depends on the predictions alone and is the same for both. So
 * the expectation of D given the predictions has the sign of that of the difference: if F is the
 * law of y, it is not above 0. The difference divided by W₁ would be bounded as well, but
 * predictions that are almost equal would count as much as all others; a difference that is cut at
 * some multiple of e would be bounded, too, but no longer favour the law of y.
 *
 * <p>W is W₁ between normals and else the 2-Wasserstein distance. Where there is a mixture, it is
 * the {@link MixtureWasserstein} distance of order 1 for up to {@value #MOST_COMPONENTS} components
 * of both together, and for more the mean distance of their components.
 */
public final class RelativeCrps {
  /** The largest difference. */
  public static final double BOUND = 2;

  /**
   * Farther away than so many scales from both centres a target says no more of the difference, but
   * the digits of the scores would go.
   */
  private static final double FARTHEST = 1e9;

  /** The time that the best transport takes rises with the cube of their number: 1.5 ms for 128. */
  private static final int MOST_COMPONENTS = 128;

  private RelativeCrps() {}

  /**
   * D, first prediction minus second. O(1) for normals; for others, the time of {@link Crps} and of
   * the distance.
   *
   * @throws IllegalArgumentException if a prediction is not of one real number, or its numbers are
   *     so large that their distance is not finite: this depends on the predictions alone
   */
  public static double difference(PredictiveDistribution p, PredictiveDistribution q, double y) {
    double scale = scale(p, q);
    if (scale == 0) {
      return 0;
    }
    double first = Univariate.of(p).centre();
    double second = Univariate.of(q).centre();
    double low = Math.min(first, second) - FARTHEST * scale;
    double high = Math.max(first, second) + FARTHEST * scale;
    if (!Double.isFinite(high - low)) {
      throw new IllegalArgumentException(
          "the numbers of the predictions are too large to be compared: their scale is " + scale);
    }
    RealVector near = (RealVector) Target.of(Math.max(low, Math.min(high, y)));
    double difference = (Crps.of(p, near) - Crps.of(q, near)) / scale;
    return Math.max(-BOUND, Math.min(BOUND, difference));
  }

  /** s, which does not depend on the target. */
  static double scale(PredictiveDistribution p, PredictiveDistribution q) {
    TargetSpace one = TargetSpace.reals(1);
    if (!p.space().equals(one) || !q.space().equals(one)) {
      throw new IllegalArgumentException(
          "predictions of one real number are needed, got " + p.space() + " and " + q.space());
    }
    return Math.max(Crps.expected(p) / 2 + Crps.expected(q) / 2, distance(p, q));
  }

  /** W. Normals at the same levels differ by a normal. */
  private static double distance(PredictiveDistribution p, PredictiveDistribution q) {
    if (p instanceof Normal a && q instanceof Normal b) {
      double spread = Math.abs(Math.sqrt(a.variance(0)) - Math.sqrt(b.variance(0)));
      return MeanDistance.folded(a.mean(0) - b.mean(0), spread);
    }
    return p instanceof Mixture || q instanceof Mixture
        ? distance(Mixture.of(p), Mixture.of(q))
        : Distance.WASSERSTEIN_2.between(p, q);
  }

  private static double distance(Mixture p, Mixture q) {
    if (p.size() + q.size() <= MOST_COMPONENTS) {
      return new MixtureWasserstein(1).between(p, q);
    }
    double sum = 0;
    for (int i = 0; i < p.size(); i++) {
      for (int j = 0; j < q.size(); j++) {
        double distance = Distance.WASSERSTEIN_2.between(p.component(i), q.component(j));
        sum += p.weight(i) * q.weight(j) * distance;
      }
    }
    return sum;
  }
}
