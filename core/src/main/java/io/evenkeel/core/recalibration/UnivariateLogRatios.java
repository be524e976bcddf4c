package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.StandardNormal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.NormalScore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mutable evaluator for predictions of one real number: all ratios follow from one score. Where
 * that is far out it is an interval, of which each ratio is that of its probabilities.
 */
final class UnivariateLogRatios implements LogRatios {
  private final LocationScale[] locationScales;
  private final PitBetaRatio[] betas;
  private final LabelNoise noise;
  private final NormalScore score;
  private double logTransform;
  private double logComplement;

  /** The score if it is one interval; null otherwise. */
  private @Nullable ScoreInterval interval;

  UnivariateLogRatios(List<Recalibration> recalibrations, LabelNoise noise) {
    this(
        Parameters.select(recalibrations, LocationScale.class).toArray(LocationScale[]::new),
        Parameters.select(recalibrations, PitBeta.class).stream()
            .map(PitBetaRatio::new)
            .toArray(PitBetaRatio[]::new),
        noise);
  }

  private UnivariateLogRatios(
      LocationScale[] locationScales, PitBetaRatio[] betas, LabelNoise noise) {
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
    interval = score.isPoint() || score.isAmbiguous() ? null : ScoreInterval.of(score);
    return !score.isImpossible();
  }

  @Override
  public double get(int i) {
    if (i < locationScales.length) {
      LocationScale moved = locationScales[i];
      return interval == null ? moved.logRatio(score) : moved.logRatio(interval);
    }
    PitBetaRatio beta = betas[i - locationScales.length];
    if (interval != null) {
      return beta.logRatio(interval);
    }
    return score.isPoint() ? beta.logDensity(logTransform, logComplement) : beta.logRatio(score);
  }
}
