package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.NormalScore;
import java.util.List;

/**
 * A mutable evaluator for predictions of one real number: all ratios follow from one score. Where
 * that is far out it is an interval, of which each ratio is that of its probabilities.
 */
final class UnivariateLogRatios implements LogRatios {
  private final LocationScale[] locationScales;
  private final PitBeta[] betas;
  private final LabelNoise noise;
  private final NormalScore score;
  private double logTransform;
  private double logComplement;

  UnivariateLogRatios(List<Recalibration> recalibrations, LabelNoise noise) {
    this(
        Parameters.select(recalibrations, LocationScale.class).toArray(LocationScale[]::new),
        Parameters.select(recalibrations, PitBeta.class).toArray(PitBeta[]::new),
        noise);
  }

  private UnivariateLogRatios(LocationScale[] locationScales, PitBeta[] betas, LabelNoise noise) {
    this.locationScales = locationScales;
    this.betas = betas;
    this.noise = noise;
    this.score = new NormalScore(noise);
  }

  @Override
  public LogRatios fresh() {
    return new UnivariateLogRatios(locationScales, betas, noise);
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
