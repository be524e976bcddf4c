package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.NormalScore;
import java.util.List;

/** A mutable evaluator for predictions of one real number: all ratios follow from one score. */
final class UnivariateLogRatios implements LogRatios {
  private final LocationScale[] locationScales;
  private final PitBeta[] betas;
  private final NormalScore score = new NormalScore();
  private double logTransform;
  private double logComplement;

  UnivariateLogRatios(List<Recalibration> recalibrations) {
    this(
        Parameters.select(recalibrations, LocationScale.class).toArray(LocationScale[]::new),
        Parameters.select(recalibrations, PitBeta.class).toArray(PitBeta[]::new));
  }

  private UnivariateLogRatios(LocationScale[] locationScales, PitBeta[] betas) {
    this.locationScales = locationScales;
    this.betas = betas;
  }

  @Override
  public LogRatios fresh() {
    return new UnivariateLogRatios(locationScales, betas);
  }

  @Override
  public boolean evaluate(PredictiveDistribution p, Target y) {
    score.set(p, (RealVector) y);
    if (score.isPoint()) {
      logTransform = StandardNormal.logCdf(score.lower());
      logComplement = StandardNormal.logCdf(-score.lower());
    }
    return !score.isImpossible();
  }

  @Override
  public double get(int i) {
    if (i < locationScales.length) {
      return locationScales[i].logRatio(score);
    }
    PitBeta beta = betas[i - locationScales.length];
    return score.isPoint() ? beta.logDensity(logTransform, logComplement) : beta.logRatio(score);
  }
}
