package io.evenkeel.core.kernel;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;

/**
 * The kinds of predictions and targets that a kernel takes, or an exception that names the kind.
 */
final class Kinds {

  private Kinds() {}

  static Categorical categorical(PredictiveDistribution p) {
    if (p instanceof Categorical categorical) {
      return categorical;
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

  static void sameSize(int m, int n) {
    if (m != n) {
      throw new IllegalArgumentException(
          "predictions and targets must have the same size, got " + m + " and " + n);
    }
  }
}
