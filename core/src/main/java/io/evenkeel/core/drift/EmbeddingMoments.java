package io.evenkeel.core.drift;

import io.evenkeel.core.internal.Checks;
import java.util.Arrays;

/**
 * The first two moments of n feature vectors φ of J bounded numbers, from their sums: n, Σφ, and
 * the upper triangle of Σφφᵀ row by row. Sums of disjoint samples add, and those of a part
 * subtract.
 */
public final class EmbeddingMoments {
  /** What rounding leaves of a variance of 0, relative to the mean square. */
  private static final double ROUNDING = 1e-12;

  private final int features;
  private final double[] sums;

  private EmbeddingMoments(int features, double[] sums) {
    this.features = features;
    this.sums = sums;
  }

  /** The number of sums for J features. */
  static int length(int features) {
    return 1 + features + features * (features + 1) / 2;
  }

  /** Adds a vector of J features to the sums that begin at {@code block[offset]}. O(J²). */
  static void add(double[] block, int offset, double[] features, double weight) {
    block[offset] += weight;
    int product = offset + 1 + features.length;
    for (int i = 0; i < features.length; i++) {
      block[offset + 1 + i] += weight * features[i];
      for (int j = i; j < features.length; j++) {
        block[product++] += weight * features[i] * features[j];
      }
    }
  }

  /** The moments of J features in the sums that begin at {@code block[offset]}. */
  static EmbeddingMoments ofSums(int features, double[] block, int offset) {
    return new EmbeddingMoments(
        features, Arrays.copyOfRange(block, offset, offset + length(features)));
  }

  /**
   * The moments in the sums that {@link #toArray} gave.
   *
   * @throws IllegalArgumentException if no number of features has so many sums
   */
  public static EmbeddingMoments of(double[] sums) {
    int features = (int) Math.round((Math.sqrt(8.0 * sums.length + 1) - 3) / 2);
    if (features < 1 || length(features) != sums.length) {
      throw new IllegalArgumentException(
          "no number of features has " + sums.length + " sums: n, J means and J(J + 1)/2 products");
    }
    return ofSums(features, sums, 0);
  }

  /** A copy of the sums. */
  public double[] toArray() {
    return sums.clone();
  }

  /** The number of vectors n. */
  public long n() {
    return Math.round(sums[0]);
  }

  /** The number of features J. */
  public int features() {
    return features;
  }

  /** The mean of a feature, NaN for n = 0. */
  public double mean(int j) {
    return sums[1 + j] / sums[0];
  }

  /** The covariance of two features with denominator n − 1, NaN for n &lt; 2. */
  public double covariance(int i, int j) {
    int row = Math.min(i, j);
    int at = 1 + features + row * (2 * features - row - 1) / 2 + Math.max(i, j);
    return n() < 2 ? Double.NaN : (sums[at] - sums[1 + i] * sums[1 + j] / sums[0]) / (sums[0] - 1);
  }

  /** A variance of the feature up to this cannot be distinguished from 0. */
  double smallestVariance(int j) {
    int at = 1 + features + j * (2 * features - j - 1) / 2 + j;
    return ROUNDING * sums[at] / sums[0];
  }

  /**
   * How near the vectors are to the locations, beside those of a reference: the mean of all
   * features over that of the reference. About 1 if both are distributed alike, and 0 if no
   * location sees these vectors; NaN if either has none.
   */
  public double nearness(EmbeddingMoments reference) {
    return allFeatures() / reference.allFeatures();
  }

  private double allFeatures() {
    double sum = 0;
    for (int j = 0; j < features; j++) {
      sum += mean(j);
    }
    return sum;
  }

  /** The moments of both samples together. */
  public EmbeddingMoments plus(EmbeddingMoments other) {
    return combined(other, 1);
  }

  /** The moments of what is left of this sample without the other, which is a part of it. */
  public EmbeddingMoments minus(EmbeddingMoments other) {
    return combined(other, -1);
  }

  private EmbeddingMoments combined(EmbeddingMoments other, double weight) {
    Checks.sameLength("this", sums.length, "other", other.sums.length);
    double[] combined = sums.clone();
    for (int i = 0; i < combined.length; i++) {
      combined[i] += weight * other.sums[i];
    }
    return new EmbeddingMoments(features, combined);
  }
}
