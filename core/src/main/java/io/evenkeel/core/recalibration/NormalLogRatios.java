package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.StandardizedResidual;
import java.util.List;

/** A mutable evaluator for normal predictions: all ratios follow from one residual. */
final class NormalLogRatios implements LogRatios {
  private final LocationScale[] recalibrations;
  private final StandardizedResidual residual = new StandardizedResidual();

  NormalLogRatios(List<Recalibration> recalibrations) {
    this(recalibrations.toArray(LocationScale[]::new));
  }

  private NormalLogRatios(LocationScale[] recalibrations) {
    this.recalibrations = recalibrations;
  }

  @Override
  public LogRatios fresh() {
    return new NormalLogRatios(recalibrations);
  }

  @Override
  public boolean evaluate(PredictiveDistribution p, Target y) {
    residual.set((Normal) p, (RealVector) y);
    return !residual.isImpossible();
  }

  @Override
  public double get(int i) {
    return recalibrations[i].logRatio(residual);
  }
}
