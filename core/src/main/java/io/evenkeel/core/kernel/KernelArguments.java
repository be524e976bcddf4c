package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;

/**
 * The kinds of predictions and targets that a kernel takes, or an exception that names the kind.
 */
final class KernelArguments {

  private KernelArguments() {}

  static Categorical categorical(PredictiveDistribution p) {
    if (p instanceof Categorical categorical) {
      return categorical;
    }
    if (p instanceof Mixture mixture && p.space().kind() == TargetSpace.Kind.CLASSES) {
      return average(mixture);
    }
    throw new IllegalArgumentException("a categorical prediction is needed, got " + p);
  }

  static int label(Target y) {
    if (y instanceof ClassLabel label) {
      return label.index();
    }
    throw new IllegalArgumentException("a class is needed as the target, got " + y);
  }

  static RealVector vector(Target y) {
    if (y instanceof RealVector vector) {
      return vector;
    }
    throw new IllegalArgumentException("real numbers are needed as the target, got " + y);
  }

  static double number(Target y) {
    if (y instanceof RealVector vector && vector.dimension() == 1) {
      return vector.get(0);
    }
    throw new IllegalArgumentException("one real number is needed as the target, got " + y);
  }

  static void sameSize(int m, int n) {
    if (m != n) {
      throw new IllegalArgumentException(
          "predictions and targets must have the same size, got " + m + " and " + n);
    }
  }

  /** A mixture over classes is the distribution of its mean probabilities. */
  private static Categorical average(Mixture mixture) {
    double[] mean = new double[mixture.space().size()];
    for (int i = 0; i < mixture.size(); i++) {
      Categorical component = categorical(mixture.component(i));
      for (int k = 0; k < mean.length; k++) {
        mean[k] += mixture.weight(i) * component.probability(k);
      }
    }
    return Categorical.of(mean);
  }
}
