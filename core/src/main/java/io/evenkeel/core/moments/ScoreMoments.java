package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.BrierScore;
import io.evenkeel.core.score.Crps;
import io.evenkeel.core.score.LogLoss;
import io.evenkeel.core.score.Scores;
import io.evenkeel.core.score.StandardizedResidual;

/**
 * The sums of {@link Scores}.
 *
 * <p>Layout: the number of observations, of targets held impossible, of certain hits; the sum of
 * the log losses of the other observations; then for classes the sum of the Brier scores and the
 * number of hits of the most probable class, for real vectors the sum of the CRPS. A CRPS counts
 * for at most 1e290, so that sums of them are numbers.
 *
 * @param space the space of the targets
 */
public record ScoreMoments(TargetSpace space) implements AdditiveStatistic {
  private static final int IMPOSSIBLE = 1;
  private static final int CERTAIN = 2;
  private static final int LOG_LOSS = 3;
  private static final int BRIER = 4;
  private static final int HITS = 5;
  private static final int CRPS = 4;
  private static final double LARGEST_CRPS = 1e290;

  @Override
  public int length() {
    return isClasses() ? HITS + 1 : CRPS + 1;
  }

  private boolean isClasses() {
    return space.kind() == TargetSpace.Kind.CLASSES;
  }

  @Override
  public Accumulator accumulator(double[] block, int offset) {
    if (isClasses()) {
      return (p, y, weight) -> addCategorical(p, y, weight, block, offset);
    }
    StandardizedResidual residual = new StandardizedResidual();
    return (p, y, weight) -> {
      RealVector target = (RealVector) y;
      addLogLoss(logLoss(p, target, residual), weight, block, offset);
      double crps = Crps.of(p, target);
      block[offset + CRPS] += weight * (Math.abs(crps) < LARGEST_CRPS ? crps : LARGEST_CRPS);
    };
  }

  /** The log loss; without allocation for normals. */
  private static double logLoss(
      PredictiveDistribution p, RealVector y, StandardizedResidual residual) {
    if (p instanceof Normal normal) {
      residual.set(normal, y);
      return LogLoss.of(normal, residual);
    }
    return LogLoss.of(p, y);
  }

  private static void addCategorical(
      PredictiveDistribution p, Target y, double weight, double[] block, int offset) {
    Categorical categorical = (Categorical) p;
    ClassLabel label = (ClassLabel) y;
    addLogLoss(LogLoss.of(p, y), weight, block, offset);
    block[offset + BRIER] += weight * BrierScore.of(categorical, label);
    if (categorical.argmax() == label.index()) {
      block[offset + HITS] += weight;
    }
  }

  private static void addLogLoss(double loss, double weight, double[] block, int offset) {
    block[offset] += weight;
    if (loss == Double.POSITIVE_INFINITY) {
      block[offset + IMPOSSIBLE] += weight;
    } else if (loss == Double.NEGATIVE_INFINITY) {
      block[offset + CERTAIN] += weight;
    } else {
      block[offset + LOG_LOSS] += weight * loss;
    }
  }

  /** The number of observations in the sums. */
  public long count(double[] block, int offset) {
    return (long) block[offset];
  }

  /** The sum of the CRPS; 0 for classes. */
  double crps(double[] block, int offset) {
    return isClasses() ? 0 : block[offset + CRPS];
  }

  /** The scores in the sums. */
  public Scores scores(double[] block, int offset) {
    double n = block[offset];
    double impossible = block[offset + IMPOSSIBLE];
    double certain = block[offset + CERTAIN];
    return new Scores(
        (long) n,
        (long) impossible,
        (long) certain,
        block[offset + LOG_LOSS] / (n - impossible - certain),
        isClasses() ? block[offset + BRIER] / n : Double.NaN,
        isClasses() ? block[offset + HITS] / n : Double.NaN,
        isClasses() ? Double.NaN : block[offset + CRPS] / n);
  }
}
