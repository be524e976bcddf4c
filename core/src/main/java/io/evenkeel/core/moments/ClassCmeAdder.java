package io.evenkeel.core.moments;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;

/**
 * Adds observations to the sums of {@link CmeMoments} for classes under the Kronecker and an
 * exponential kernel of the Euclidean distance.
 *
 * <p>With s<sub>j</sub> = k_P(p<sub>j</sub>, p) P(class y<sub>j</sub>), Cov₀(ζ<sub>i</sub>,
 * ζ<sub>j</sub> | p) is −s<sub>i</sub>s<sub>j</sub>, plus s<sub>i</sub> k_P(p<sub>j</sub>, p) for
 * locations of the same class.
 */
final class ClassCmeAdder implements AdditiveStatistic.Accumulator {
  private final ClassLocations locations;
  private final double[] block;
  private final int offset;
  private final double[] weights;
  private final double[] scratch;
  private final double[] zeta;
  private final double[] scaled;

  ClassCmeAdder(ClassLocations locations, double[] block, int offset) {
    int size = locations.size();
    this.locations = locations;
    this.block = block;
    this.offset = offset;
    this.weights = new double[size];
    this.scratch = new double[size];
    this.zeta = new double[size];
    this.scaled = new double[size];
  }

  @Override
  public void add(PredictiveDistribution prediction, Target y, double weight) {
    if (!(prediction instanceof Categorical p)) {
      throw new IllegalArgumentException("a categorical prediction is needed, got " + prediction);
    }
    Checks.sameLength("probabilities", p.classes(), "classes", locations.classes());
    locations.weigh(p, weights, scratch);
    int label = ((ClassLabel) y).index();
    for (int j = 0; j < zeta.length; j++) {
      int at = locations.label(j);
      double expectation = p.probability(at);
      scaled[j] = weights[j] * expectation;
      zeta[j] = weights[j] * ((at == label ? 1 : 0) - expectation);
    }
    block[offset] += weight;
    addProducts(weight);
    addVariances(weight);
    addFourthMoments(p, weight);
  }

  private void addProducts(double weight) {
    int size = zeta.length;
    int products = offset + 1 + size;
    int covariances = products + Triangle.length(size);
    for (int i = 0; i < size; i++) {
      double z = weight * zeta[i];
      double s = weight * scaled[i];
      block[offset + 1 + i] += z;
      for (int j = i; j < size; j++) {
        block[products++] += z * zeta[j];
        block[covariances++] -= s * scaled[j];
      }
    }
  }

  private void addVariances(double weight) {
    int size = zeta.length;
    int covariances = offset + 1 + size + Triangle.length(size);
    for (int i = 0; i < size; i++) {
      int row = covariances + Triangle.row(i, size);
      double s = weight * scaled[i];
      for (int j : locations.pairs(i)) {
        block[row + j] += s * weights[j];
      }
    }
  }

  private void addFourthMoments(Categorical p, double weight) {
    int from = offset + 1 + zeta.length + 2 * Triangle.length(zeta.length);
    for (int j = 0; j < zeta.length; j++) {
      double of = p.probability(locations.label(j));
      double variance = of * (1 - of);
      double square = weights[j] * weights[j];
      block[from + j] += weight * square * square * variance * (1 - 3 * variance);
    }
  }
}
