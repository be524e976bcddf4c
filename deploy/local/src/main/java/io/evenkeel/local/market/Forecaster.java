package io.evenkeel.local.market;

import io.evenkeel.app.codec.RawTarget;
import io.evenkeel.core.prediction.PredictiveDistribution;

/** A model of the return of the next minute, mutable: it learns from every return. */
interface Forecaster {

  /** Name of the model. */
  String model();

  /** What it says of the next minute. */
  PredictiveDistribution forecast();

  /** What it was to forecast, once the return is known. */
  RawTarget target(double basisPoints);

  /** Takes in the return of a minute, after its forecast. */
  void learn(double basisPoints);
}
