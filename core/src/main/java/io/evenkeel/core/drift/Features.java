package io.evenkeel.core.drift;

import io.evenkeel.core.internal.Checks;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * The features of which two samples of cases are compared: each by the counts of its cells, and, if
 * there are locations, all together by a mean embedding of their scores, which sees features that
 * depend on each other otherwise than they did.
 *
 * <p>The score of cell c of a feature with C cells is its rank, √3 (2 (c − 1) / (C − 2) − 1), which
 * has about mean 0 and variance 1 where the cells are equally likely; 0 for a missing value. The
 * features of the embedding are exp(−γ‖s − T<sub>j</sub>‖²) of the scores s at locations
 * T<sub>j</sub>.
 */
public final class Features {
  /** Nothing to compare. */
  public static final Features NONE = new Features(List.of(), 1);

  private final List<Feature> all;
  private final double gamma;
  private final FeatureKernel kernel;
  private final double[][] locations;
  private final int cells;

  /**
   * Features.
   *
   * @param gamma γ, positive; of no account without locations
   * @param locations scores, one for each feature, of the J &ge; 0 locations
   */
  public Features(List<Feature> features, double gamma, double[]... locations) {
    this.all = List.copyOf(features);
    this.gamma = gamma;
    this.kernel = FeatureKernel.gaussian(gamma);
    this.locations = new double[locations.length][];
    for (int j = 0; j < locations.length; j++) {
      Checks.sameLength("features", all.size(), "location", locations[j].length);
      this.locations[j] = locations[j].clone();
    }
    this.cells = all.stream().mapToInt(Feature::cells).sum();
  }

  /** The features. */
  public List<Feature> all() {
    return all;
  }

  /** γ of the embedding. */
  public double gamma() {
    return gamma;
  }

  /** A copy of the locations. */
  public double[][] locations() {
    return Arrays.stream(locations).map(double[]::clone).toArray(double[][]::new);
  }

  /** The number of cells of all features. */
  public int cells() {
    return cells;
  }

  /**
   * The number of cases, each of which is in one cell of each feature.
   *
   * @param counts of the cells of all features
   */
  public double cases(double... counts) {
    return all.isEmpty() ? 0 : Arrays.stream(counts, 0, all.get(0).cells()).sum();
  }

  /** The number of sums: the counts of all cells, then those of the embedding. */
  public int length() {
    return cells + (locations.length == 0 ? 0 : EmbeddingMoments.length(locations.length));
  }

  /**
   * Adds a case to {@code block[offset]} to {@code block[offset + length() - 1]}. A search per
   * feature, and J kernels and O(J²).
   *
   * @param value the value of a feature by its index; NaN if the case is without it
   * @param weight +1 to add it, −1 to take it back
   */
  public void add(double[] block, int offset, IntToDoubleFunction value, double weight) {
    double[] scores = new double[all.size()];
    int first = offset;
    for (int i = 0; i < scores.length; i++) {
      Feature feature = all.get(i);
      int cell = feature.cell(value.applyAsDouble(i));
      block[first + cell] += weight;
      scores[i] = score(feature, cell);
      first += feature.cells();
    }
    if (locations.length > 0) {
      EmbeddingMoments.add(block, first, embed(scores), weight);
    }
  }

  private double[] embed(double[] scores) {
    double[] embedded = new double[locations.length];
    for (int j = 0; j < embedded.length; j++) {
      embedded[j] = kernel.apply(scores, locations[j]);
    }
    return embedded;
  }

  static double score(Feature feature, int cell) {
    return cell == 0 ? 0 : Math.sqrt(3) * (2.0 * (cell - 1) / (feature.cells() - 2) - 1);
  }

  /** What was added to a block. */
  public FeatureMoments moments(double[] block, int offset) {
    return new FeatureMoments(this, Arrays.copyOfRange(block, offset, offset + length()));
  }
}
