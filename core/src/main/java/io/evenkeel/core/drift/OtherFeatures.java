package io.evenkeel.core.drift;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The features of cases beside those that are watched by themselves, all as one feature: cases with
 * any of them have its only value, those without are without it. So features that appear are
 * noticed as any feature that comes more often than in the reference.
 */
public final class OtherFeatures {
  /** The feature {@code (others)}. */
  public static final Feature FEATURE = new CategoricalFeature("(others)", 1);

  private OtherFeatures() {}

  /** Features and the others; nothing beside nothing. */
  static Features with(Features features) {
    return features.all().isEmpty()
        ? features
        : new Features(Stream.concat(features.all().stream(), Stream.of(FEATURE)).toList(), 1);
  }

  /**
   * Cases by their features and the others.
   *
   * @param others how many of the cases have any other feature
   */
  static FeatureMoments with(FeatureMoments cases, long others) {
    Features features = with(cases.features());
    if (features.all().isEmpty()) {
      return cases;
    }
    double[] ofOthers = new double[FEATURE.cells()];
    ofOthers[0] = cases.n() - others;
    ofOthers[1] = others;
    double[] counts =
        DoubleStream.concat(Arrays.stream(cases.counts()), Arrays.stream(ofOthers)).toArray();
    return features.moments(counts, 0);
  }
}
