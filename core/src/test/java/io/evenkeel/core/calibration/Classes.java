package io.evenkeel.core.calibration;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Observations of three classes from fixed seeds. */
final class Classes {

  private Classes() {}

  /** A calibrated model: predictions uniform on the simplex, targets drawn from them. */
  static Observations calibrated(int n, long seed) {
    return sample(n, seed, UnaryOperator.identity());
  }

  /** Targets are drawn from a uniform p, and what is predicted is made of it. */
  static Observations sample(int n, long seed, UnaryOperator<Categorical> prediction) {
    Random random = new Random(seed);
    List<PredictiveDistribution> predictions = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double a = 1 - Math.sqrt(random.nextDouble());
      double b = random.nextDouble() * (1 - a);
      predictions.add(prediction.apply(Categorical.of(a, b, 1 - a - b)));
      double u = random.nextDouble();
      targets.add(Target.ofClass(u < a ? 0 : u < a + b ? 1 : 2));
    }
    return Observations.of(predictions, targets);
  }

  /** The square of the probabilities, normalised: temperature ½. */
  static Categorical sharpened(Categorical p) {
    double[] q = new double[p.classes()];
    double sum = 0;
    for (int k = 0; k < q.length; k++) {
      q[k] = p.probability(k) * p.probability(k);
      sum += q[k];
    }
    for (int k = 0; k < q.length; k++) {
      q[k] /= sum;
    }
    return Categorical.of(q);
  }
}
