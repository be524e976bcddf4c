package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.StandardizedResidual;
import java.util.List;

/**
 * A mutable evaluator for normal predictions: all ratios follow from one residual. A residual that
 * is far out counts as the typical one there in its direction, and no ratio for more than labels
 * can be trusted with. If the predictions are calibrated the expectation of a ratio is at most 1,
 * but for some of those that both shift and sharpen, where it may exceed 1 by 1e-6.
 */
final class NormalLogRatios implements LogRatios {
  private final LocationScale[] recalibrations;
  private final double largest;
  private final double[] squaredRadius;
  private final double[] squaredLengthBeyond;
  private final StandardizedResidual residual = new StandardizedResidual();
  private double squaredLength;
  private double alongScale;

  /**
   * An evaluator.
   *
   * @param dimension of the predictions
   */
  NormalLogRatios(List<Recalibration> recalibrations, int dimension, LabelNoise noise) {
    this.recalibrations = recalibrations.toArray(LocationScale[]::new);
    this.largest = noise.largestLogRatio();
    this.squaredRadius = new double[dimension + 1];
    this.squaredLengthBeyond = new double[dimension + 1];
    for (int rank = 0; rank <= dimension; rank++) {
      squaredRadius[rank] = noise.squaredRadius(Math.max(1, rank));
      squaredLengthBeyond[rank] = noise.squaredLengthBeyond(Math.max(1, rank));
    }
  }

  private NormalLogRatios(NormalLogRatios other) {
    this.recalibrations = other.recalibrations;
    this.largest = other.largest;
    this.squaredRadius = other.squaredRadius;
    this.squaredLengthBeyond = other.squaredLengthBeyond;
  }

  @Override
  public LogRatios fresh() {
    return new NormalLogRatios(this);
  }

  @Override
  public boolean evaluate(PredictiveDistribution p, Target y) {
    residual.set((Normal) p, (RealVector) y);
    squaredLength = residual.squaredLength();
    alongScale = residual.alongScale();
    int rank = residual.rank();
    if (residual.isImpossible() || squaredLength > squaredRadius[rank]) {
      double beyond = squaredLengthBeyond[rank];
      alongScale *= residual.isImpossible() ? 0 : Math.sqrt(beyond / squaredLength);
      squaredLength = beyond;
    }
    return !residual.isImpossible();
  }

  @Override
  public double get(int i) {
    double ratio =
        recalibrations[i].logRatio(
            squaredLength, alongScale, residual.squaredScale(), residual.rank());
    return Math.min(largest, ratio);
  }
}
