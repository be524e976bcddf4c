package io.evenkeel.core.moments;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Quantiles;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.NormalScore;
import io.evenkeel.core.score.StandardizedResidual;

/**
 * What a prediction of real numbers and its target add to the sums of a cell: n, Σz and Σ|z|².
 * Mutable.
 *
 * <p>Of one number z is the normal score, standard normal if the prediction is calibrated; where
 * the score is an interval, the means of z and z² within it, with which a likelihood ratio of
 * normals comes out too small, never too large (Jensen). Of d numbers Σz is that of the whitened
 * residual along the predicted standard deviations, again standard normal, and Σ|z|² has d degrees
 * of freedom.
 *
 * <p>Of one number, a target that is farther out than {@linkplain LabelNoise#farthest labels can be
 * trusted} with counts as one of those there. Of several numbers such targets do not count, nor do
 * ensembles, mixtures and predictions without variance in some direction.
 *
 * <p>Ensembles do not count: each rank of a target among the members is as likely over all cases,
 * but not where the members are large, which is more often by chance. Nor do {@linkplain
 * Quantiles#isCoarse coarse quantiles}, which do not say how often a target is below each.
 */
final class CellResidual {
  /** n, Σz and Σ|z|². */
  static final int SUMS = 3;

  /** Intervals that are narrower are points, to rounding. */
  private static final double NARROW = 1e-5;

  private static final double LOG_ROOT_TWO_PI = Math.log(2 * Math.PI) / 2;

  private final int dimension;
  private final NormalScore score;
  private final StandardizedResidual residual = new StandardizedResidual();
  private final double farthest;
  private double z;
  private double square;

  /**
   * Of no prediction yet.
   *
   * @param space of real numbers
   * @param noise what a single label may say at most
   */
  CellResidual(TargetSpace space, LabelNoise noise) {
    this.dimension = space.size();
    this.score = new NormalScore(noise);
    this.farthest = noise.squaredRadius(dimension);
  }

  /** Takes a prediction and its target; whether they count. */
  boolean set(PredictiveDistribution p, Target y) {
    if (dimension > 1) {
      return p instanceof Normal normal && ofSeveral(normal, (RealVector) y);
    }
    if (p instanceof Ensemble || (p instanceof Quantiles quantiles && quantiles.isCoarse())) {
      return false;
    }
    score.set(p, (RealVector) y);
    ofScore(score.lower(), score.upper());
    return true;
  }

  private void ofScore(double a, double b) {
    if (b - a < NARROW) {
      z = a + (b - a) / 2;
      square = z * z;
      return;
    }
    double logProbability = StandardNormal.logProbability(a, b);
    double atA = relativeDensity(a, logProbability);
    double atB = relativeDensity(b, logProbability);
    z = Math.max(a, Math.min(b, atA - atB));
    double mean = 1 + (atA == 0 ? 0 : a * atA) - (atB == 0 ? 0 : b * atB);
    square = Math.max(mean, z * z);
  }

  /** φ(z) in units of a probability. */
  private static double relativeDensity(double z, double logProbability) {
    return Math.exp(-z * z / 2 - LOG_ROOT_TWO_PI - logProbability);
  }

  private boolean ofSeveral(Normal p, RealVector y) {
    residual.set(p, y);
    if (residual.rank() < dimension || residual.squaredLength() > farthest) {
      return false;
    }
    z = residual.alongScale() / Math.sqrt(residual.squaredScale());
    square = residual.squaredLength();
    return true;
  }

  /** Adds it to the sums of a cell, from an index on. */
  void add(double weight, double[] block, int at) {
    block[at] += weight;
    block[at + 1] += weight * z;
    block[at + 2] += weight * square;
  }
}
