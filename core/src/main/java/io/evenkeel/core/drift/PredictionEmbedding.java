package io.evenkeel.core.drift;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.kernel.PredictionKernel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import java.util.List;

/**
 * The features φ<sub>j</sub>(p) = k<sub>P</sub>(T<sub>j</sub>, p) of a prediction at J locations,
 * whose mean embeds the distribution of predictions. A {@link MeanEmbeddingTest} compares such
 * means to detect, without labels, that a model predicts otherwise than it used to.
 *
 * @param kernel k<sub>P</sub>
 * @param locations T<sub>1</sub> to T<sub>J</sub>, at least one
 */
public record PredictionEmbedding(
    PredictionKernel kernel, List<? extends PredictiveDistribution> locations) {

  /** Copies the list. */
  public PredictionEmbedding {
    locations = List.copyOf(locations);
    Checks.atLeast("locations", locations.size(), 1);
  }

  /** The number of sums: n, Σφ, and the upper triangle of Σφφᵀ row by row. */
  public int length() {
    return EmbeddingMoments.length(locations.size());
  }

  /**
   * Adds a prediction to {@code block[offset]} to {@code block[offset + length() - 1]}. J kernels
   * and O(J²). A prediction that the kernel {@linkplain PredictionKernel#takes does not take}, such
   * as a mixture among normals, has no features and is left out.
   *
   * @param weight +1 to add it, −1 to take it back
   */
  public void add(double[] block, int offset, PredictiveDistribution p, double weight) {
    if (kernel.takes(p)) {
      EmbeddingMoments.add(block, offset, features(p), weight);
    }
  }

  /** The moments of the predictions that were added to a block. */
  public EmbeddingMoments moments(double[] block, int offset) {
    return EmbeddingMoments.ofSums(locations.size(), block, offset);
  }

  /** The moments of a sample. */
  public EmbeddingMoments moments(List<? extends PredictiveDistribution> sample) {
    double[] block = new double[length()];
    sample.forEach(p -> add(block, 0, p, 1));
    return moments(block, 0);
  }

  private double[] features(PredictiveDistribution p) {
    double[] features = new double[locations.size()];
    for (int j = 0; j < features.length; j++) {
      features[j] = kernel.apply(locations.get(j), p);
    }
    return features;
  }
}
