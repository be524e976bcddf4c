package io.evenkeel.core.drift.sequential;

import io.evenkeel.core.drift.CategoricalFeature;
import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import java.util.Arrays;

/**
 * The sample of which cells were made, as a sample of the cases to come. The values that come most
 * often in it have a cell of their own, so that it has fewer others than the cases to come will
 * have: of a thousand values that are equally likely, 70 of 100 in the place of 95.
 *
 * <p>So each case is counted by the cells that the other cases would make (leave-one-out; if all
 * values have a cell, Good 1953, doi:10.1093/biomet/40.3-4.237). How often each of the others comes
 * is not known: as many of them as can be are assumed to come as often as the rarest value with a
 * cell.
 */
final class FirstSample {
  private FirstSample() {}

  /**
   * The counts of all cells.
   *
   * @param sample counts of the sample
   */
  static double[] counts(Features features, double... sample) {
    double[] counts = sample.clone();
    int from = 0;
    for (Feature feature : features.all()) {
      int to = from + feature.cells();
      if (feature instanceof CategoricalFeature) {
        leaveEachOut(counts, from + 1, to - 1);
      }
      from = to;
    }
    return counts;
  }

  /**
   * @param from the cell of the first value
   * @param others the cell of all others, after that of the last value
   */
  private static void leaveEachOut(double[] counts, int from, int others) {
    double rarest = Arrays.stream(counts, from, others).min().orElse(0);
    if (rarest == 0) {
      return; // The cells were made of another sample.
    }
    double asRare = Arrays.stream(counts, from, others).filter(count -> count == rarest).count();
    double rivals = Math.floor(counts[others] / rarest);
    for (int c = from; c < others; c++) {
      double count = counts[c];
      double kept = 1;
      if (count == rarest) {
        kept = rarest == 1 || rivals > 0 ? 0 : 1;
      } else if (count == rarest + 1) {
        kept = (asRare + 1) / (asRare + 1 + rivals);
      }
      counts[c] -= (1 - kept) * count;
      counts[others] += (1 - kept) * count;
    }
  }
}
