package io.evenkeel.core.drift;

import io.evenkeel.core.drift.PredictionCoordinate.Kind;
import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Counts;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.prediction.Univariate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The numbers of a prediction that are watched as {@link Features} are, without a label.
 *
 * <ul>
 *   <li>Two classes: the log-odds of class 1.
 *   <li>Three to {@value #MOST} classes: the log-odds of each, and the predicted class.
 *   <li>More: the log-odds of the most probable class, and which it is.
 *   <li>Real numbers: of each of the first {@value #MOST} coordinates the median and the logarithm
 *       of the spread, which is the interquartile range over that of a standard normal. Of {@link
 *       Counts} they are the {@linkplain Counts#smoothQuantile smooth} ones: the median of rare
 *       counts is 0, however rare they are.
 * </ul>
 *
 * <p>All are finite: log-odds and logarithms end at ±{@value #LARGEST}. A logarithm of the spread
 * is rounded to {@value #DIGITS} of 1: spreads that are the same differ in their last digits, as
 * they are differences of quantiles, and would be categories of their own.
 *
 * @param space the space of the targets
 */
public record PredictionCoordinates(TargetSpace space) {
  /** The name of the coordinate that is a class. */
  static final String PREDICTED_CLASS = PredictionCoordinate.of(Kind.PREDICTED_CLASS).name();

  private static final int MOST = 5;
  private static final double LARGEST = 745;
  static final double DIGITS = 1e-6;
  private static final double NORMAL_RANGE = 1.3489795003921634;

  /** Their names, in order; at most {@value #MOST} numbers of either kind. */
  public List<String> names() {
    return all().stream().map(PredictionCoordinate::name).toList();
  }

  private List<PredictionCoordinate> all() {
    List<PredictionCoordinate> all = new ArrayList<>();
    int size = space.size();
    if (space.kind() == TargetSpace.Kind.REALS) {
      for (int i = 0; i < Math.min(size, MOST); i++) {
        int index = size == 1 ? -1 : i;
        all.add(new PredictionCoordinate(Kind.LOCATION, index));
        all.add(new PredictionCoordinate(Kind.LOG_SPREAD, index));
      }
    } else if (size == 2) {
      all.add(PredictionCoordinate.of(Kind.LOG_ODDS));
    } else {
      for (int k = 0; size <= MOST && k < size; k++) {
        all.add(new PredictionCoordinate(Kind.LOG_ODDS, k));
      }
      if (size > MOST) {
        all.add(PredictionCoordinate.of(Kind.LARGEST_LOG_ODDS));
      }
      all.add(PredictionCoordinate.of(Kind.PREDICTED_CLASS));
    }
    return all;
  }

  /** Those of a prediction over the space. O(number of classes), or of three quantiles each. */
  public double[] of(PredictiveDistribution p) {
    return p instanceof Categorical categorical ? ofClasses(categorical) : ofNumbers(p);
  }

  private double[] ofClasses(Categorical p) {
    int size = p.classes();
    if (size == 2) {
      return new double[] {logOdds(p, 1)};
    }
    int best = p.argmax();
    if (size > MOST) {
      return new double[] {logOdds(p, best), best};
    }
    double[] coordinates = new double[size + 1];
    for (int k = 0; k < size; k++) {
      coordinates[k] = logOdds(p, k);
    }
    coordinates[size] = best;
    return coordinates;
  }

  private static double logOdds(Categorical p, int k) {
    return bounded(Math.log(p.probability(k)) - Math.log1p(-p.probability(k)));
  }

  private double[] ofNumbers(PredictiveDistribution p) {
    double[] coordinates = new double[2 * Math.min(space.size(), MOST)];
    for (int i = 0; i < coordinates.length / 2; i++) {
      DoubleUnaryOperator quantile = quantile(p, i);
      coordinates[2 * i] = quantile.applyAsDouble(0.5);
      double range = quantile.applyAsDouble(0.75) - quantile.applyAsDouble(0.25);
      coordinates[2 * i + 1] = rounded(bounded(Math.log(range / NORMAL_RANGE)));
    }
    return coordinates;
  }

  private static DoubleUnaryOperator quantile(PredictiveDistribution p, int i) {
    return p instanceof Counts counts
        ? counts::smoothQuantile
        : Univariate.coordinate(p, i)::quantile;
  }

  private static double rounded(double logarithm) {
    return Math.rint(logarithm / DIGITS) * DIGITS;
  }

  private static double bounded(double logarithm) {
    return Math.max(-LARGEST, Math.min(LARGEST, logarithm));
  }
}
