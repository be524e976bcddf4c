package io.evenkeel.core.drift;

import io.evenkeel.core.hypothesis.Holm;
import io.evenkeel.core.hypothesis.TestResult;
import io.evenkeel.core.internal.Checks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A sample of cases: the counts of the cells of each feature, which are exact however samples are
 * added up, and the moments of the embedding of all.
 */
public final class FeatureMoments {
  private final Features features;
  private final double[] sums;

  FeatureMoments(Features features, double[] sums) {
    this.features = features;
    this.sums = sums;
  }

  /** The features. */
  public Features features() {
    return features;
  }

  /** A copy of the sums. */
  public double[] toArray() {
    return sums.clone();
  }

  /** The number of cases, 0 if there are no features. */
  public long n() {
    return features.all().isEmpty() ? 0 : Math.round(Arrays.stream(counts(0)).sum());
  }

  /** The counts of the cells of all features, one feature after the other. */
  public double[] counts() {
    return Arrays.copyOf(sums, features.cells());
  }

  /** The counts of the cells of a feature, the first of which is that of the cases without it. */
  public double[] counts(int feature) {
    int first = features.all().subList(0, feature).stream().mapToInt(Feature::cells).sum();
    return Arrays.copyOfRange(sums, first, first + features.all().get(feature).cells());
  }

  /** The moments of both samples together. */
  public FeatureMoments plus(FeatureMoments other) {
    Checks.sameLength("this", sums.length, "other", other.sums.length);
    double[] sum = sums.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other.sums[i];
    }
    return new FeatureMoments(features, sum);
  }

  /**
   * Compares this sample with a reference, feature by feature and all together, by p-values that
   * {@linkplain Holm are corrected} for their number. A case must not be in both. O(cells + J³).
   */
  public FeatureShift since(FeatureMoments reference) {
    Checks.sameLength("this", sums.length, "reference", reference.sums.length);
    List<FeatureDrift> drifts = new ArrayList<>();
    for (int i = 0; i < features.all().size(); i++) {
      drifts.add(FeatureDrift.of(features.all().get(i), reference.counts(i), counts(i)));
    }
    Optional<TestResult> together = embedding().flatMap(reference::together);
    double[] p = new double[drifts.size() + (together.isPresent() ? 1 : 0)];
    for (int i = 0; i < drifts.size(); i++) {
      p[i] = drifts.get(i).pValue();
    }
    together.ifPresent(test -> p[drifts.size()] = test.pValue());
    double[] adjusted = Holm.adjust(p);
    for (int i = 0; i < drifts.size(); i++) {
      drifts.set(i, drifts.get(i).withPValue(adjusted[i]));
    }
    return new FeatureShift(drifts, together.isPresent() ? adjusted[drifts.size()] : 1);
  }

  /** The moments of what is left of this sample without the other, which is a part of it. */
  public FeatureMoments minus(FeatureMoments other) {
    Checks.sameLength("this", sums.length, "other", other.sums.length);
    double[] rest = sums.clone();
    for (int i = 0; i < rest.length; i++) {
      rest[i] -= other.sums[i];
    }
    return new FeatureMoments(features, rest);
  }

  private Optional<TestResult> together(EmbeddingMoments window) {
    return embedding().flatMap(reference -> MeanEmbeddingTest.compare(reference, window));
  }

  private Optional<EmbeddingMoments> embedding() {
    int length = features.length() - features.all().stream().mapToInt(Feature::cells).sum();
    return length == 0
        ? Optional.empty()
        : Optional.of(
            EmbeddingMoments.of(Arrays.copyOfRange(sums, sums.length - length, sums.length)));
  }
}
