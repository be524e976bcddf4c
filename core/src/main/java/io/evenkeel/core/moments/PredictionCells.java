package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.Univariate;
import io.evenkeel.core.profile.Profile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Cells of predictions of real numbers, from a profile. Of one number: the quarters of the centres
 * of the profile's predictions. Of several: the nearest of its first {@value #NEAREST} normals, by
 * the squared distances of means and standard deviations. The centre is the mean of a normal, else
 * the average of the medians of the components.
 */
final class PredictionCells {
  private static final int NEAREST = 8;
  private static final int QUARTERS = 4;
  private static final MathContext DIGITS = new MathContext(3);

  /** Of one number: where the cells but the first begin. */
  private final double[] cuts;

  /**
   * Of several numbers: the predictions that the cells are nearest to; some cells may have none.
   */
  private final Normal[] centres;

  /** The cells of a profile of real numbers. */
  PredictionCells(Profile profile) {
    boolean isOne = profile.space().size() == 1;
    this.cuts = isOne ? cuts(profile) : new double[0];
    this.centres = isOne ? new Normal[0] : centres(profile);
  }

  private static double[] cuts(Profile profile) {
    double[] sorted =
        profile.locations().stream().mapToDouble(at -> centre(at.prediction())).sorted().toArray();
    double[] cuts = new double[QUARTERS - 1];
    Arrays.setAll(cuts, k -> sorted[(k + 1) * sorted.length / QUARTERS]);
    return cuts;
  }

  private static Normal[] centres(Profile profile) {
    return profile.locations().stream()
        .filter(at -> at.prediction() instanceof Normal)
        .map(at -> (Normal) at.prediction())
        .limit(NEAREST)
        .toArray(Normal[]::new);
  }

  private static double centre(PredictiveDistribution p) {
    return p instanceof Normal normal ? normal.mean(0) : Univariate.of(p).centre();
  }

  /** The number of cells of predictions of real numbers. */
  static int size(TargetSpace space) {
    return space.size() == 1 ? QUARTERS : NEAREST;
  }

  /** The cell of a prediction, −1 if it has none. */
  int of(PredictiveDistribution p) {
    return cuts.length > 0 ? ofCentre(centre(p)) : nearest((Normal) p);
  }

  private int ofCentre(double centre) {
    int cell = 0;
    while (cell < cuts.length && centre >= cuts[cell]) {
      cell++;
    }
    return cell;
  }

  private int nearest(Normal p) {
    int nearest = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < centres.length; k++) {
      double distance = distance(p, centres[k]);
      if (distance < least) {
        least = distance;
        nearest = k;
      }
    }
    return nearest;
  }

  private static double distance(Normal p, Normal q) {
    double sum = 0;
    for (int i = 0; i < p.dimension(); i++) {
      double shift = p.mean(i) - q.mean(i);
      double scale = Math.sqrt(p.variance(i)) - Math.sqrt(q.variance(i));
      sum += shift * shift + scale * scale;
    }
    return sum;
  }

  /** What the predictions of a cell have in common, such as "more than 12.3". */
  String describe(int cell) {
    if (cuts.length == 0) {
      Normal centre = centres[cell];
      return IntStream.range(0, centre.dimension())
          .mapToObj(i -> rounded(centre.mean(i)))
          .collect(Collectors.joining(", ", "about (", ")"));
    }
    if (cell == 0) {
      return "less than " + rounded(cuts[0]);
    }
    return cell == cuts.length
        ? "more than " + rounded(cuts[cell - 1])
        : rounded(cuts[cell - 1]) + " to " + rounded(cuts[cell]);
  }

  private static String rounded(double value) {
    BigDecimal digits = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    return Math.abs(digits.scale()) > 9 ? digits.toString() : digits.toPlainString();
  }
}
