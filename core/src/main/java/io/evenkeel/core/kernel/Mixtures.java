package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** What is linear in a prediction, under a mixture: the weighted sum over its components. */
final class Mixtures {

  private Mixtures() {}

  static double mean(Mixture p, ToDoubleFunction<PredictiveDistribution> f) {
    double sum = 0;
    for (int i = 0; i < p.size(); i++) {
      sum += p.weight(i) * f.applyAsDouble(p.component(i));
    }
    return sum;
  }

  static double mean(
      PredictiveDistribution p,
      PredictiveDistribution q,
      ToDoubleBiFunction<PredictiveDistribution, PredictiveDistribution> f) {
    return mean(Mixture.of(p), a -> mean(Mixture.of(q), b -> f.applyAsDouble(a, b)));
  }
}
