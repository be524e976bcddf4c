package io.evenkeel.core.calibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Observations;

/**
 * What squared calibration errors see of n observations: where a prediction was made, x, and by how
 * much it missed, r, with mean zero given x exactly when the model is calibrated.
 */
public final class ResidualSample {
  private final double[][] points;
  private final double[][] residuals;

  private ResidualSample(double[][] points, double[][] residuals) {
    this.points = points;
    this.residuals = residuals;
  }

  /** Canonical calibration: x = p, the m probabilities, and r = p − e_y. */
  public static ResidualSample canonical(Observations sample) {
    ClassSample classes = ClassSample.of(sample);
    int n = classes.size();
    double[][] points = new double[n][];
    double[][] residuals = new double[n][];
    for (int i = 0; i < n; i++) {
      points[i] = probabilities(classes.prediction(i));
      residuals[i] = points[i].clone();
      residuals[i][classes.label(i)] -= 1;
    }
    return new ResidualSample(points, residuals);
  }

  /**
   * Top-label calibration: x = max p, the confidence, and r = x − 1 if the first most probable
   * class came, x if not.
   */
  public static ResidualSample topLabel(Observations sample) {
    ClassSample classes = ClassSample.of(sample);
    double[] confidences = new double[classes.size()];
    double[] correct = new double[classes.size()];
    for (int i = 0; i < confidences.length; i++) {
      int top = classes.prediction(i).argmax();
      confidences[i] = classes.prediction(i).probability(top);
      correct[i] = top == classes.label(i) ? 1 : 0;
    }
    return ofConfidences(confidences, correct);
  }

  /**
   * Class-wise calibration: x = p_k, the probability of class k, and r = x − 1 if it came, x if
   * not. The mean over the classes of its squared errors is the class-wise calibration error.
   *
   * @param k 0-based
   */
  public static ResidualSample ofClass(Observations sample, int k) {
    ClassSample classes = ClassSample.of(sample);
    double[] probabilities = new double[classes.size()];
    double[] came = new double[classes.size()];
    for (int i = 0; i < came.length; i++) {
      probabilities[i] = classes.prediction(i).probability(k);
      came[i] = classes.label(i) == k ? 1 : 0;
    }
    return ofConfidences(probabilities, came);
  }

  /**
   * Scalar calibration: x = the confidence and r = x − correct.
   *
   * @param confidences n numbers in [0, 1]
   * @param correct n numbers, 1 for what came true and 0 for what did not
   */
  public static ResidualSample ofConfidences(double[] confidences, double[] correct) {
    Checks.sameLength("confidences", confidences.length, "correct", correct.length);
    double[][] points = new double[confidences.length][];
    double[][] residuals = new double[confidences.length][];
    for (int i = 0; i < points.length; i++) {
      if (!(confidences[i] >= 0 && confidences[i] <= 1)) {
        throw new IllegalArgumentException(
            "confidence " + i + " must lie in [0, 1], got " + confidences[i]);
      }
      if (correct[i] != 0 && correct[i] != 1) {
        throw new IllegalArgumentException("correct " + i + " must be 0 or 1, got " + correct[i]);
      }
      points[i] = new double[] {confidences[i]};
      residuals[i] = new double[] {confidences[i] - correct[i]};
    }
    return new ResidualSample(points, residuals);
  }

  /** The observations with the given 0-based indices, in that order. */
  public ResidualSample subset(int... indices) {
    double[][] chosenPoints = new double[indices.length][];
    double[][] chosenResiduals = new double[indices.length][];
    for (int i = 0; i < indices.length; i++) {
      chosenPoints[i] = points[indices[i]];
      chosenResiduals[i] = residuals[indices[i]];
    }
    return new ResidualSample(chosenPoints, chosenResiduals);
  }

  /** The number of observations n. */
  public int size() {
    return points.length;
  }

  /** The number of coordinates of a residual. */
  public int dimension() {
    return points.length == 0 ? 0 : points[0].length;
  }

  /** Where observation i was predicted, x. */
  public double[] point(int i) {
    return points[i].clone();
  }

  /** The inner product of the residuals of observations i and j. */
  public double residualProduct(int i, int j) {
    double sum = 0;
    for (int k = 0; k < residuals[i].length; k++) {
      sum += residuals[i][k] * residuals[j][k];
    }
    return sum;
  }

  /** The residuals, n &times; d numbers, not to be written to. */
  double[][] residuals() {
    return residuals;
  }

  /** Coordinate k of x of observation i. */
  double point(int i, int k) {
    return points[i][k];
  }

  /** Coordinate k of r of observation i. */
  double residual(int i, int k) {
    return residuals[i][k];
  }

  private static double[] probabilities(Categorical p) {
    double[] probabilities = new double[p.classes()];
    for (int k = 0; k < probabilities.length; k++) {
      probabilities[k] = p.probability(k);
    }
    return probabilities;
  }
}
