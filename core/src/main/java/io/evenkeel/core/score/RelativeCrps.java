package io.evenkeel.core.score;

import io.evenkeel.core.kernel.Distance;
import io.evenkeel.core.kernel.MixtureWasserstein;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.Marginal;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.Univariate;

/**
 * The difference of the {@link Crps} of two predictions F and G of one real number, relative to a
 * scale s that is known before the target y: D = (CRPS(F, y) − CRPS(G, y)) / s, in [−1, 1], with s
 * = max((e + e′)/2, B). Here e and e′ are the two {@link Crps#expected} scores, each if its
 * prediction is right, and B bounds the difference of the scores for every target. If both are
 * points at one place, s = 0 and D = 0.
 *
 * <p>B = W + |e − e′|, where W is at least the distance W₁ = ∫ |F − G| dx: CRPS(F, y) = E|X − y| −
 * e, and the first terms of F and G differ by at most W₁ (Kantorovich), as E|X − X′| / 2 do. So B
 * is at most 2 W. It is reached by a point at 0 and by 0 and 1 with the probabilities 1 − ε and ε,
 * for all y ≥ 1.
 *
 * <p>While the predictions differ by less than their spread, D is the difference as a share of the
 * expected CRPS, so that cases of all scales count alike and two predictions that are almost equal
 * differ by almost nothing. s depends on the predictions alone and is the same for both. So the
 * expectation of D given the predictions has the sign of that of the difference: if F is the law of
 * y, it is not above 0. The difference divided by B alone would be bounded as well, but predictions
 * that are almost equal would count as much as all others; a difference that is cut at some
 * multiple of the expected score would be bounded, too, but no longer favour the law of y.
 *
 * <p>W is W₁ between normals and between distributions on integers, and else the 2-Wasserstein
 * distance. Where there is a mixture, it is the {@link MixtureWasserstein} distance of order 1 for
 * up to {@value #MOST_COMPONENTS} components of both together, and for more the mean distance of
 * their components.
 *
 * <p>Of d real numbers it is the mean over the coordinates, each relative to a scale of its own, so
 * that their units do not matter. It compares the marginals alone: it says nothing of how well
 * dependence between the numbers is predicted.
 */
public final class RelativeCrps {
  /** The largest difference. */
  public static final double BOUND = 1;

  /**
   * Farther away than so many scales from both centres a target says no more of the difference, but
   * the digits of the scores would go.
   */
  private static final double FARTHEST = 1e9;

  /** The time that the best transport takes rises with the cube of their number: 1.5 ms for 128. */
  private static final int MOST_COMPONENTS = 128;

  private RelativeCrps() {}

  /**
   * D of d real numbers, first prediction minus second. O(d) for normals; for others, d times the
   * time of {@link Crps} and of the distance.
   *
   * @throws IllegalArgumentException if the predictions are not both of d real numbers, or their
   *     numbers are so large that their distance is not finite: this depends on the predictions
   *     alone
   */
  public static double difference(
      PredictiveDistribution p, PredictiveDistribution q, RealVector y) {
    TargetSpace space = TargetSpace.reals(y.dimension());
    if (!p.space().equals(space) || !q.space().equals(space)) {
      throw new IllegalArgumentException(
          "predictions of " + space + " are needed, got " + p.space() + " and " + q.space());
    }
    double sum = 0;
    for (int i = 0; i < y.dimension(); i++) {
      sum += difference(Marginal.of(p, i), Marginal.of(q, i), y.get(i));
    }
    return sum / y.dimension();
  }

  /**
   * D of one number, first prediction minus second.
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
    double first = Crps.expected(p);
    double second = Crps.expected(q);
    return Math.max(first / 2 + second / 2, distance(p, q) + Math.abs(first - second));
  }

  /** W. Normals at the same levels differ by a normal. */
  private static double distance(PredictiveDistribution p, PredictiveDistribution q) {
    if (p instanceof Normal a && q instanceof Normal b) {
      double spread = Math.abs(Math.sqrt(a.variance(0)) - Math.sqrt(b.variance(0)));
      return MeanDistance.folded(a.mean(0) - b.mean(0), spread);
    }
    if (p instanceof Counts a && q instanceof Counts b) {
      return CountsCrps.distance(a, b);
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
