package io.evenkeel.core.drift;

import java.util.Comparator;
import java.util.List;

/**
 * How the features of a window compare with those of the reference. All p-values are corrected for
 * the number of tests: at level alpha the chance that any true hypothesis is rejected is at most
 * alpha.
 *
 * @param features each feature
 * @param togetherPValue of the test that they are distributed alike together, 1 without one
 */
public record FeatureShift(List<FeatureDrift> features, double togetherPValue) {

  /** Copies the list. */
  public FeatureShift {
    features = List.copyOf(features);
  }

  /** The smallest p-value, in [0, 1]; 1 without features. */
  public double pValue() {
    return features.stream().mapToDouble(FeatureDrift::pValue).reduce(togetherPValue, Math::min);
  }

  /** The features whose own test rejects at level alpha, the surest first. */
  public List<FeatureDrift> drifted(double alpha) {
    return features.stream()
        .filter(feature -> feature.pValue() <= alpha)
        .sorted(Comparator.comparingDouble(FeatureDrift::pValue))
        .toList();
  }
}
