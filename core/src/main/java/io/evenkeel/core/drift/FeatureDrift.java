package io.evenkeel.core.drift;

import io.evenkeel.core.drift.Feature.Displacement;
import io.evenkeel.core.hypothesis.TestResult;
import java.util.Arrays;

/**
 * How the values of one feature in a window compare with those of the reference.
 *
 * @param name name of the feature
 * @param isCategorical whether its values are categories
 * @param pValue of the test that they are distributed alike, and missing as often, in [0, 1]
 * @param displacement how far apart those that are not missing are
 * @param missingBefore share of the reference without the feature, NaN if that is empty
 * @param missing share of the window without it, NaN if that is empty
 * @param ceases whether it is missing otherwise than before, rather than having other values
 */
public record FeatureDrift(
    String name,
    boolean isCategorical,
    double pValue,
    Displacement displacement,
    double missingBefore,
    double missing,
    boolean ceases) {

  /**
   * Two tests share the level (Bonferroni): whether the feature is missing as often, and whether
   * the values are distributed alike where it is not.
   */
  static FeatureDrift of(Feature feature, double[] reference, double[] window) {
    double n = Arrays.stream(reference).sum();
    double m = Arrays.stream(window).sum();
    TestResult missing =
        ChiSquaredTest.test(
            new double[] {reference[0], n - reference[0]}, new double[] {window[0], m - window[0]});
    TestResult values = feature.test(reference, window);
    // Which of the two can say anything is decided by the sums of both samples, so it is no choice.
    int tests = missing.degenerate() || values.degenerate() ? 1 : 2;
    return new FeatureDrift(
        feature.name(),
        feature instanceof CategoricalFeature,
        Math.min(1, tests * Math.min(missing.pValue(), values.pValue())),
        feature.displacement(reference, window),
        reference[0] / n,
        window[0] / m,
        missing.pValue() < values.pValue());
  }

  FeatureDrift withPValue(double corrected) {
    return new FeatureDrift(
        name, isCategorical, corrected, displacement, missingBefore, missing, ceases);
  }
}
