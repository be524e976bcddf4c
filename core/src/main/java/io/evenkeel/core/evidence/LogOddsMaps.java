package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.ConfidenceBins;
import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.recalibration.IsotonicCalibration;
import io.evenkeel.core.recalibration.MapChain;
import io.evenkeel.core.recalibration.OddsCells;
import io.evenkeel.core.recalibration.RecalibrationFamily.Score;
import io.evenkeel.core.recalibration.RecalibrationMap;
import io.evenkeel.core.score.LabelNoise;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * Maps of the log-odds of class 1 of two classes, else of the most probable class, from its
 * predicted probabilities in {@linkplain ReliabilityMoments#BINNING bins}.
 *
 * <p>What is weighed is a step: each bin's log-odds are shifted by θ<sub>b</sub>, which the map has
 * at the mean c̄<sub>b</sub> of the bin's predictions in the pane. The map that is published is the
 * smooth curve through these steps. Of a bin with n<sub>b</sub> predictions, of which k<sub>b</sub>
 * came true, the log-ratio is at least θ<sub>b</sub>k<sub>b</sub> − n<sub>b</sub> log(1 +
 * c̄<sub>b</sub>(exp θ<sub>b</sub> − 1)), as the logarithm is concave in the probability (Jensen).
 * θ<sub>b</sub> depends on the predictions alone, so that the expectation of a pane's ratio is at
 * most 1 if they are calibrated.
 *
 * <p>Probabilities beyond those that {@linkplain LabelNoise#leastProbability labels can be trusted}
 * with have the θ of those: a single label moves the ratio by no more than it may. Where labels
 * contradict them, the published map takes them for those first: a temperature alone would leave 0
 * as it is.
 *
 * <p>Sums: of the bins the numbers of predictions, then the sums of their probabilities, then the
 * numbers that came true. One direction: that of the map.
 */
abstract class LogOddsMaps implements MapLearner {
  static final int BINS = ReliabilityMoments.BINNING.bins();
  static final int SUMS = 3 * BINS;

  /** Any label may be wrong. */
  private static final double ONE = 1;

  private final double least;

  /** Learns from labels with some noise. */
  LogOddsMaps(LabelNoise noise) {
    // Nor can a map tell smaller ones from each other.
    this.least = Math.max(OddsCells.LEAST, noise.leastProbability());
  }

  /** The log-odds that a map gives to log-odds. */
  abstract DoubleUnaryOperator curve(double... map);

  /** The map of log-odds, however far out they are. */
  abstract RecalibrationMap map(double... parameters);

  /** The map that cells favour most. */
  abstract double[] fit(OddsCells cells, double... sums);

  /** The sums of a pane. */
  static double[] sums(Sketch pane) {
    ConfidenceBins bins = ReliabilityBets.bins(pane);
    double[] sums = new double[SUMS];
    for (int b = 0; b < BINS; b++) {
      sums[b] = bins.count(b);
      sums[BINS + b] = bins.sum(b);
      sums[2 * BINS + b] = bins.hits(b);
    }
    return sums;
  }

  @Override
  public final Optional<double[]> fit(double... sums) {
    double[] counts = new double[BINS];
    double[] probabilities = new double[BINS];
    double[] hits = new double[BINS];
    int cell = 0;
    for (int b = 0; b < BINS; b++) {
      if (sums[b] > 0) {
        double mean = trusted(mean(b, sums));
        // Bins of what is too small to be trusted are one cell.
        cell = mean * counts[cell] > probabilities[cell] ? b : cell;
        counts[cell] += sums[b];
        probabilities[cell] += sums[b] * mean;
        hits[cell] += sums[2 * BINS + b];
      }
    }
    if (counts[cell] == 0) {
      return Optional.empty();
    }
    double[] map = fit(OddsCells.of(counts, probabilities, hits), sums);
    return logRatio(map, sums) > 0 ? Optional.of(map) : Optional.empty();
  }

  private static double mean(int b, double... sums) {
    return Math.max(0, Math.min(1, sums[BINS + b] / sums[b]));
  }

  private double trusted(double probability) {
    return Math.max(least, Math.min(1 - least, probability));
  }

  /** What a map adds to the log-odds of probabilities around one. */
  private double shift(DoubleUnaryOperator curve, double probability) {
    double c = trusted(probability);
    double odds = Math.log(c / (1 - c));
    return curve.applyAsDouble(odds) - odds;
  }

  @Override
  public final double logRatio(double[] map, double... sums) {
    DoubleUnaryOperator curve = curve(map);
    double log = 0;
    for (int b = 0; b < BINS; b++) {
      if (sums[b] > 0) {
        double c = mean(b, sums);
        double theta = shift(curve, c);
        log += theta * sums[2 * BINS + b] - sums[b] * logNorm(c, theta);
      }
    }
    return log;
  }

  /** log(1 − c + c e<sup>θ</sup>); of c = 1 it is θ, however low. */
  private static double logNorm(double c, double theta) {
    return theta < -1 ? Math.log((1 - c) + c * Math.exp(theta)) : Math.log1p(c * Math.expm1(theta));
  }

  @Override
  public final RecalibrationMap published(double[] map, double... sums) {
    double odds = Math.log((1 - least) / least);
    double lower = isContradicted(false, sums) ? -odds : Double.NEGATIVE_INFINITY;
    double upper = isContradicted(true, sums) ? odds : Double.POSITIVE_INFINITY;
    return Double.isFinite(lower) || Double.isFinite(upper)
        ? MapChain.of(IsotonicCalibration.within(lower, upper), map(map))
        : map(map);
  }

  /** Whether events that hardly can be come more often than labels can be trusted with. */
  private boolean isContradicted(boolean isOfHigh, double... sums) {
    double count = 0;
    double against = 0;
    for (int b = 0; b < BINS; b++) {
      if (sums[b] > 0 && (isOfHigh ? 1 - mean(b, sums) : mean(b, sums)) < least) {
        count += sums[b];
        against += isOfHigh ? sums[b] - sums[2 * BINS + b] : sums[2 * BINS + b];
      }
    }
    return against - ONE > least * count;
  }

  @Override
  public final int directions() {
    return 1;
  }

  @Override
  public final int direction(double... map) {
    return 0;
  }

  /**
   * In units of its standard deviation, as maps differ in how steep they are. Of the probabilities
   * that the published map has: where it takes 1 for less, events that do not come have a variance.
   */
  @Override
  public final Score score(int direction, Optional<double[]> map, double... sums) {
    double slope = 0;
    double variance = 0;
    if (map.isPresent()) {
      DoubleUnaryOperator curve = curve(map.get());
      for (int b = 0; b < BINS; b++) {
        if (sums[b] > 0) {
          double c = trusted(mean(b, sums));
          double theta = shift(curve, c);
          double q = c * Math.exp(theta) / (1 + c * Math.expm1(theta));
          slope += theta * (sums[2 * BINS + b] - sums[b] * q);
          variance += theta * theta * sums[b] * q * (1 - q);
        }
      }
    }
    return variance > 0 ? new Score(slope / Math.sqrt(variance), 1) : new Score(0, 0);
  }
}
