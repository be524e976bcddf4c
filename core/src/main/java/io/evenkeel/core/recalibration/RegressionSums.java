package io.evenkeel.core.recalibration;

import io.evenkeel.core.internal.Checks;
import io.evenkeel.core.prediction.Ensemble;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.recalibration.RecalibrationFamily.Score;
import io.evenkeel.core.score.Crps;
import io.evenkeel.core.score.LabelNoise;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sums over ensembles of one real number and their targets, from which {@linkplain NormalRegression
 * normal regressions} are learned and weighed: immutable. They add, whatever the order.
 *
 * <p>With the mean m of the members, their unbiased variance s², and the residual r = y − m of the
 * target, the layout is: the sums of v, vr, vm, vr², vrm and vm² for v = 1, then the same for v =
 * 1/s²; then those of log s², of the loss of the ensemble read as normal, of its CRPS, and of the
 * CRPS of N(m, k²s²) for k = 1/2, 1, 2 and 4. Each observation counts by its weight.
 *
 * <p>The log-likelihood of N(a + bm, c) and of N(a + bm, ds²) follows from them exactly, and so
 * does the most likely of each. Of N(a + bm, c + ds²) they say a bound, with log(c + d mean s²) and
 * r² shared out over c and ds², which is best where c or d is 0: there is no third kind.
 *
 * <p>Read as normal, the ensemble is N(m, s²), but for a target beyond the {@linkplain LabelNoise
 * farthest} f standard deviations: then it is N(m, r²/f²), which is less of a loss. So no target
 * speaks for a map because members lie as good as upon each other.
 *
 * <p>A normal distribution in place of an ensemble loses the shape of that. So a map is none if its
 * CRPS is not below that of the ensembles. Of N(a + bm, ds²) it is interpolated between those of
 * N(m, k²s²). Of N(a + bm, c) it is at most, by Jensen's inequality, that of residuals of √c or
 * −√c, 7 % more than that of normal ones.
 */
public final class RegressionSums {
  /** The number of sums. */
  public static final int LENGTH = 19;

  /** So many labels that agree with the predictions are counted beside those that are there. */
  private static final double PSEUDO_LABELS = 10;

  /** A variance that is smaller in relation to the squares of the numbers is rounding. */
  private static final double ROUNDING = 1e-18;

  /** Nor is any smaller than that, whatever the unit. */
  private static final double LEAST = 1e-200;

  /** Numbers beyond that do not count: their squares would leave nothing of the others. */
  static final double FARTHEST = 1e100;

  private static final int RELATIVE = 6;
  private static final int LOG_VARIANCE = 12;
  private static final int LOSS = 13;
  private static final int CRPS = 14;
  private static final int SCALED_CRPS = 15;

  /** That of N(0, 1) for 1. */
  private static final double CRPS_AT_ONE = Crps.of(Normal.of(0, 1), (RealVector) Target.of(1));

  private static final double[] SCALES = {0.5, 1, 2, 4};

  private final Weighted plain;
  private final Weighted relative;
  private final double logVariance;
  private final double loss;
  private final double crps;
  private final double[] scaledCrps;

  /** The sums of v, vr, vm, vr², vrm and vm². */
  private record Weighted(double v, double r, double m, double rr, double rm, double mm) {
    /** In relation to the mean square of m, a variance of it that is smaller is rounding. */
    private static final double ALIKE = 1e-10;

    static Weighted of(double[] sums, int from) {
      return new Weighted(
          sums[from],
          sums[from + 1],
          sums[from + 2],
          sums[from + 3],
          sums[from + 4],
          sums[from + 5]);
    }

    static void set(double v, double r, double m, double[] sums, int at) {
      sums[at] = v;
      sums[at + 1] = v * r;
      sums[at + 2] = v * m;
      sums[at + 3] = v * r * r;
      sums[at + 4] = v * r * m;
      sums[at + 5] = v * m * m;
    }

    private double spread() {
      return mm / v - m / v * (m / v);
    }

    private double product() {
      return rm / v - r / v * (m / v);
    }

    /** That of r on m. */
    double slope() {
      return spread() > ALIKE * mm / v ? product() / spread() : 0;
    }

    /** Of r less the line. */
    double mean(double a, double slope) {
      return r / v - a - slope * m / v;
    }

    /** The weighted squares of r less the line. */
    double squares(double a, double slope) {
      double mean = mean(a, slope);
      double variance = rr / v - r / v * (r / v) - 2 * slope * product() + slope * slope * spread();
      return v * (Math.max(0, variance) + mean * mean);
    }
  }

  private RegressionSums(double... sums) {
    plain = Weighted.of(sums, 0);
    relative = Weighted.of(sums, RELATIVE);
    logVariance = sums[LOG_VARIANCE];
    loss = sums[LOSS];
    crps = sums[CRPS];
    scaledCrps = Arrays.copyOfRange(sums, SCALED_CRPS, LENGTH);
  }

  /** Those of a block of {@value #LENGTH} sums. */
  public static RegressionSums of(double... sums) {
    Checks.sameLength("sums", sums.length, "a block", LENGTH);
    return new RegressionSums(sums);
  }

  /**
   * Whether an observation counts: all of its numbers are at most {@value #FARTHEST}.
   *
   * @param p of one real number
   * @param y its target
   */
  public static boolean counts(Ensemble p, RealVector y) {
    boolean counts = Math.abs(y.get(0)) <= FARTHEST;
    for (int i = 0; counts && i < p.size(); i++) {
      counts = Math.abs(p.member(i).get(0)) <= FARTHEST;
    }
    return counts;
  }

  /**
   * The {@value #LENGTH} sums over one observation that {@link #counts}.
   *
   * @param p of one real number
   * @param y its target
   * @param noise of labels
   */
  public static double[] ofOne(Ensemble p, RealVector y, LabelNoise noise) {
    double[] moments = NormalRegression.moments(p);
    double m = moments[0];
    double r = y.get(0) - m;
    double variance = Math.max(moments[1], ROUNDING * (m * m + r * r) + LEAST);
    double farthest = noise.farthest();
    double held = Math.max(variance, r * r / (farthest * farthest));
    double[] sums = new double[LENGTH];
    Weighted.set(1, r, m, sums, 0);
    Weighted.set(1 / variance, r, m, sums, RELATIVE);
    sums[LOG_VARIANCE] = Math.log(variance);
    sums[LOSS] = (Math.log(held) + r * r / held) / 2;
    sums[CRPS] = Crps.of(p, y);
    for (int k = 0; k < SCALES.length; k++) {
      sums[SCALED_CRPS + k] = Crps.of(normal(m, SCALES[k] * Math.sqrt(moments[1])), y);
    }
    return sums;
  }

  /** A point where the variance is less than a double can hold. */
  private static Normal normal(double mean, double sd) {
    return Normal.diagonal(new double[] {mean}, new double[] {sd * sd});
  }

  /** The number of observations, by their weights. */
  public double labels() {
    return plain.v;
  }

  /** The sum of 1/s² of the ensembles, by their weights, at least 0. */
  public double precision() {
    return relative.v;
  }

  /** The mean square of the residuals; NaN without any. */
  public double meanSquare() {
    return plain.rr / plain.v;
  }

  /**
   * The most likely map with c = 0 or d = 0 that has a smaller CRPS than the ensembles, shrunk to
   * the identity by 10 labels; none if that is more likely.
   */
  public Optional<NormalRegression> fit() {
    double n = labels();
    if (!(n > 0)) {
      return Optional.empty();
    }
    double typical = Math.exp(logVariance / n);
    return Stream.of(
            new NormalRegression(offset(plain), slope(plain), variance(plain, typical), 0),
            new NormalRegression(offset(relative), slope(relative), 0, variance(relative, 1)))
        .filter(map -> crps(map) < crps && logRatio(map) > 0)
        .max(Comparator.comparingDouble(this::logRatio));
  }

  private double shrunk(double parameter) {
    return labels() * parameter / (labels() + PSEUDO_LABELS);
  }

  private double offset(Weighted by) {
    return shrunk(by.mean(0, by.slope()));
  }

  private double slope(Weighted by) {
    return 1 + shrunk(by.slope());
  }

  private double variance(Weighted by, double predicted) {
    double squares = by.squares(offset(by), shrunk(by.slope()));
    return (squares + PSEUDO_LABELS * predicted) / (labels() + PSEUDO_LABELS);
  }

  /** About that of a map, or what it is at most. */
  private double crps(NormalRegression map) {
    if (map.d() == 0) {
      return labels() * Math.sqrt(map.c()) * CRPS_AT_ONE;
    }
    double first = Math.log(SCALES[0]);
    double at = (Math.log(map.d()) / 2 - first) / Math.log(SCALES[1] / SCALES[0]);
    return interpolated(Math.max(0, Math.min(SCALES.length - 1, at)));
  }

  /** By the polynomial through all of them. */
  private double interpolated(double at) {
    double sum = 0;
    for (int k = 0; k < SCALES.length; k++) {
      double weight = 1;
      for (int i = 0; i < SCALES.length; i++) {
        weight *= i == k ? 1 : (at - i) / (k - i);
      }
      sum += weight * scaledCrps[k];
    }
    return sum;
  }

  /**
   * The sum of the log-ratios of a map to the ensembles read as normal.
   *
   * @param map with c = 0 or d = 0, and not both
   */
  public double logRatio(NormalRegression map) {
    double slope = map.b() - 1;
    return map.d() == 0
        ? loss - (labels() * Math.log(map.c()) + plain.squares(map.a(), slope) / map.c()) / 2
        : loss
            - (labels() * Math.log(map.d())
                    + logVariance
                    + relative.squares(map.a(), slope) / map.d())
                / 2;
  }

  /**
   * How far the targets lie above what the map predicts, by its variances, with the variance that
   * this has if targets are independent. A slope counts as if all targets lay the {@linkplain
   * LabelNoise#farthest farthest} off at most.
   *
   * @param map with c = 0 or d = 0, and not both
   */
  public Score score(NormalRegression map, LabelNoise noise) {
    Weighted by = map.d() == 0 ? plain : relative;
    double variance = by.v / (map.d() == 0 ? map.c() : map.d());
    double slope = variance * by.mean(map.a(), map.b() - 1);
    double most = noise.farthest() * Math.sqrt(labels() * variance);
    return new Score(Math.max(-most, Math.min(most, slope)), variance);
  }
}
