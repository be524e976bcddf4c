package io.evenkeel.core.recalibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * A shift of the log-odds of whichever class is predicted, the {@linkplain Categorical#argmax most
 * probable} one, by δ.
 *
 * @param logOdds δ, finite; positive if the predicted class comes more often than predicted
 */
public record TopClassShift(double logOdds) implements Recalibration, RecalibrationMap {

  /** Checks the shift. */
  public TopClassShift {
    Parameters.checkShift(logOdds);
  }

  @Override
  public PredictiveDistribution recalibrate(PredictiveDistribution p) {
    return new ClassShift(LogOdds.categorical(p).argmax(), logOdds).recalibrate(p);
  }

  @Override
  public double logRatio(PredictiveDistribution p, Target y) {
    return new ClassShift(((Categorical) p).argmax(), logOdds).logRatio(p, y);
  }

  @Override
  public String describe() {
    return "the most probable class comes "
        + (logOdds > 0 ? "more" : "less")
        + " often than predicted: log-odds off by "
        + Parameters.inWords(Math.abs(logOdds));
  }
}
