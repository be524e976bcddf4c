package io.evenkeel.core.drift;

import io.evenkeel.core.hypothesis.TestResult;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A number that is known of some or all cases, and the cells in which its values are counted. Cell
 * 0 is that of the cases without it.
 *
 * <p>Counts of cells fixed beforehand, unlike the quantile sketches that adapt to what they see,
 * add up to the same whatever the order in which cases came and however they were spread over
 * partitions.
 */
public sealed interface Feature permits CategoricalFeature, NumericFeature {

  /** Its name. */
  String name();

  /** The number of cells. */
  int cells();

  /** The cell of a value; 0 for NaN, which is no value. O(log of the number of cells). */
  int cell(double value);

  /**
   * The groups of cells whose growth is watched by itself: the cases without a value, those with
   * one, and the values beside the sample or each category.
   */
  List<CellGroup> groups();

  /** The test that values are distributed alike in two samples, from their counts in all cells. */
  TestResult test(double[] reference, double[] window);

  /** How far the values of a sample are from those of the reference, from counts in all cells. */
  Displacement displacement(double[] reference, double[] window);

  /**
   * How far apart two samples of values are.
   *
   * @param distance of numbers, the 1-Wasserstein distance in standard deviations of the values
   *     that the cells were made from; of categories, the total variation, in [0, 1]; NaN if either
   *     sample is empty; biased upwards by noise
   * @param shift by how much the mean of numbers has grown, in the same unit, its absolute value at
   *     most the distance; 0 for categories, else NaN if either sample is empty
   */
  record Displacement(double distance, double shift) {}

  /**
   * The feature with cells made from a sample of its values: categories if it takes at most {@value
   * CategoricalFeature#MOST} values, each five times on average, else numbers. O(n log n).
   *
   * @param sample n &ge; 1 finite values
   */
  static Feature of(String name, double... sample) {
    double[] distinct =
        Arrays.stream(sample).map(value -> value + 0.0).sorted().distinct().toArray();
    boolean isFew =
        distinct.length <= CategoricalFeature.MOST
            && sample.length >= CategoricalFeature.LEAST_REPEATED * distinct.length;
    return isFew ? new CategoricalFeature(name, distinct) : NumericFeature.of(name, sample);
  }

  /** The counts of the cells with a value. */
  static double[] present(double[] counts) {
    return Arrays.copyOfRange(counts, 1, counts.length);
  }

  /**
   * By how much the shares of the cells with a value have fallen; NaN if either sample is empty.
   */
  static double[] losses(double[] reference, double[] window) {
    double[] p = present(reference);
    double[] q = present(window);
    double n = Arrays.stream(p).sum();
    double m = Arrays.stream(q).sum();
    return IntStream.range(0, p.length).mapToDouble(c -> p[c] / n - q[c] / m).toArray();
  }

  /** The index of a number among ascending ones, or −1 − the number of those below it. */
  static int search(double[] ascending, double value) {
    // The search distinguishes −0.0 from 0.0. Adding 0 turns the former into the latter.
    return Arrays.binarySearch(ascending, value + 0.0);
  }
}
