package io.evenkeel.core.drift;

import java.util.List;

/**
 * Coverage, the share of predictions whose label came, as a feature of predictions: a label that
 * came is its only value, one that did not come is missing. So coverage is compared as the share of
 * missing values of any feature is.
 */
public final class LabelCoverage {
  /** The feature {@code label}. */
  public static final Features FEATURES =
      new Features(List.of(new CategoricalFeature("label", 1)), 1);

  private LabelCoverage() {}

  static FeatureMoments of(long predictions, long labelled) {
    double[] counts = new double[FEATURES.length()];
    counts[0] = predictions - labelled;
    counts[1] = labelled;
    return FEATURES.moments(counts, 0);
  }
}
