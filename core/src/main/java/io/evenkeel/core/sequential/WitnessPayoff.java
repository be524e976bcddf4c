package io.evenkeel.core.sequential;

import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;

/**
 * A mutable game against calibration of categorical predictions: the payoff (u<sub>y</sub> − E
 * u<sub>Z</sub>) / (E u<sub>Z</sub> − min u) of the running {@link Witness} u at the prediction, at
 * least −1 and of mean 0 under calibration. Sees over-confidence; blind to under-confidence, for
 * which the least likely classes make the largest loss.
 */
public final class WitnessPayoff {
  private final Witness witness;

  /** A game that remembers all observations. */
  public WitnessPayoff(PredictionKernel kernel) {
    this.witness = new Witness(kernel, Integer.MAX_VALUE);
  }

  /** The payoff of an observation, 0 if nothing is at stake; the witness then learns from it. */
  public double play(Categorical p, ClassLabel y) {
    double[] u = witness.at(p);
    double mean = Witness.mean(p, u);
    double least = Double.POSITIVE_INFINITY;
    for (double value : u) {
      least = Math.min(least, value);
    }
    witness.add(p, y);
    double stake = mean - least;
    return stake > 0 ? (u[y.index()] - mean) / stake : 0;
  }
}
