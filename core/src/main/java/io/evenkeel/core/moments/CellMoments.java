package io.evenkeel.core.moments;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.NormalScore;
import io.evenkeel.core.score.StandardizedResidual;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The sums of normal scores of predictions of real numbers, by {@linkplain PredictionCells cells}
 * of predictions.
 *
 * <p>Layout, for each cell: n, Σz and Σ|z|². Of one number z is the normal score, standard normal
 * if the prediction is calibrated; where the score is an interval, the means of z and z² within it,
 * with which a likelihood ratio of normals comes out too small, never too large (Jensen). Of d
 * numbers Σz is that of the whitened residual along the predicted standard deviations, again
 * standard normal, and Σ|z|² has d degrees of freedom.
 *
 * <p>Of one number, a target that is farther out than {@linkplain LabelNoise#farthest labels can be
 * trusted} with counts as one of those there. Of several numbers such targets do not count, nor do
 * ensembles, mixtures and predictions without variance in some direction.
 *
 * <p>Ensembles do not count: each rank of a target among the members is as likely over all cases,
 * but not where the members are large, which is more often by chance.
 */
public final class CellMoments implements AdditiveStatistic {
  /** The doubles of a cell. */
  public static final int PER_CELL = 3;

  /** Intervals that are narrower are points, to rounding. */
  private static final double NARROW = 1e-5;

  private static final double LOG_ROOT_TWO_PI = Math.log(2 * Math.PI) / 2;

  private final PredictionCells cells;
  private final TargetSpace space;
  private final LabelNoise noise;

  /**
   * The sums by the cells of a profile.
   *
   * @param profile of real numbers
   * @param noise what a single label may say at most
   */
  CellMoments(Profile profile, LabelNoise noise) {
    this.cells = new PredictionCells(profile);
    this.space = profile.space();
    this.noise = noise;
  }

  /** Whether targets in the space have such sums. */
  static boolean suits(TargetSpace space) {
    return space.kind() == TargetSpace.Kind.REALS;
  }

  /** The number of cells of predictions of real numbers. */
  public static int cells(TargetSpace space) {
    return PredictionCells.size(space);
  }

  /** What the predictions of each cell of a profile have in common, such as "more than 12.3". */
  public static IntFunction<String> places(Profile profile) {
    return new PredictionCells(profile)::describe;
  }

  @Override
  public int length() {
    return PER_CELL * cells(space);
  }

  @Override
  public Accumulator accumulator(double[] block, int offset) {
    return space.size() == 1 ? ofOne(block, offset) : ofSeveral(block, offset);
  }

  private Accumulator ofOne(double[] block, int offset) {
    NormalScore score = new NormalScore(noise);
    return (p, y, weight) -> {
      if (p instanceof Ensemble) {
        return;
      }
      score.set(p, (RealVector) y);
      int at = offset + PER_CELL * cells.of(p);
      double a = score.lower();
      double b = score.upper();
      if (b - a < NARROW) {
        double z = a + (b - a) / 2;
        add(weight, z, z * z, block, at);
        return;
      }
      double logProbability = StandardNormal.logProbability(a, b);
      double atA = relativeDensity(a, logProbability);
      double atB = relativeDensity(b, logProbability);
      double mean = Math.max(a, Math.min(b, atA - atB));
      double square = 1 + (atA == 0 ? 0 : a * atA) - (atB == 0 ? 0 : b * atB);
      add(weight, mean, Math.max(square, mean * mean), block, at);
    };
  }

  /** φ(z) in units of a probability. */
  private static double relativeDensity(double z, double logProbability) {
    return Math.exp(-z * z / 2 - LOG_ROOT_TWO_PI - logProbability);
  }

  private Accumulator ofSeveral(double[] block, int offset) {
    StandardizedResidual residual = new StandardizedResidual();
    double farthest = noise.squaredRadius(space.size());
    return (p, y, weight) -> {
      if (!(p instanceof Normal normal)) {
        return;
      }
      residual.set(normal, (RealVector) y);
      int cell = cells.of(p);
      boolean counts = residual.rank() == space.size() && residual.squaredLength() <= farthest;
      if (cell >= 0 && counts) {
        double along = residual.alongScale() / Math.sqrt(residual.squaredScale());
        add(weight, along, residual.squaredLength(), block, offset + PER_CELL * cell);
      }
    };
  }

  private static void add(double weight, double z, double square, double[] block, int at) {
    block[at] += weight;
    block[at + 1] += weight * z;
    block[at + 2] += weight * square;
  }

  /** The sums in a block. */
  double[] sums(double[] block, int offset) {
    return Arrays.copyOfRange(block, offset, offset + length());
  }
}
