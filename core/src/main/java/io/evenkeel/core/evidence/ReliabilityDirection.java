package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.ConfidenceBins;
import io.evenkeel.core.moments.Projection;
import io.evenkeel.core.moments.ReliabilityMoments;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.Binning;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The residuals of probabilities, 1 − c where they came true and −c where not, weighed by a curve
 * over their bins whose largest value is ±1: mutable.
 *
 * <p>Its end is weighed by the log-odds being shifted by θ times the weights, with the factor
 * exp(−θ Σ wk + Σ log(1 + c(exp(θw) − 1))). Its expectation is at most 1 under each larger θ. What
 * is summed is concave in c, so within a bin its chord bounds it from below. A shift by θ changes
 * the mean residual by at most s₀²(exp θ − 1), so θ = log(1 + b/s₀²) is no larger than that of a
 * mean b.
 */
final class ReliabilityDirection extends ShiftedBins {
  private static final Binning BINNING = ReliabilityMoments.BINNING;
  private static final int BINS = BINNING.bins();

  /**
   * {@link #describe} covers the bins where the curve is at least this share of its largest value.
   */
  private static final double DESCRIBED = 0.5;

  private final TargetSpace space;

  private ReliabilityDirection(TargetSpace space, double[] curve, double[] variances) {
    super(curve, variances);
    this.space = space;
  }

  private ReliabilityDirection(TargetSpace space, DoubleBuffer state) {
    super(BINS, state);
    this.space = space;
  }

  /**
   * The direction of a curve.
   *
   * @param curve shifts of log-odds
   * @param counts of past predictions
   * @param variances their sums of c(1 − c)
   */
  static ReliabilityDirection of(
      TargetSpace space, double[] curve, double[] counts, double[] variances) {
    double n = Arrays.stream(counts).sum();
    return new ReliabilityDirection(
        space, curve, Arrays.stream(variances).map(variance -> variance / n).toArray());
  }

  /** The direction whose {@linkplain #write state} is known. */
  static ReliabilityDirection read(TargetSpace space, DoubleBuffer state) {
    return new ReliabilityDirection(space, state);
  }

  /** Squares and null variances are bounded from above by what is known of a bin. */
  @Override
  public Optional<Projection> project(Pane pane) {
    return pane.sketch().map(sketch -> project(ReliabilityBets.bins(sketch)));
  }

  private Projection project(ConfidenceBins bins) {
    double n = 0;
    double sum = 0;
    double squares = 0;
    double nullVariance = 0;
    for (int b = 0; b < BINS; b++) {
      double missed = bins.count(b) - bins.hits(b);
      double above = 1 - BINNING.lower(b);
      double below = BINNING.upper(b);
      double square = weight(b) * weight(b);
      n += bins.count(b);
      sum += weight(b) * (bins.hits(b) - bins.sum(b));
      squares += square * (bins.hits(b) * above * above + missed * below * below);
      nullVariance += square * bins.variance(b);
    }
    return new Projection(n, sum, squares, nullVariance);
  }

  @Override
  public Optional<Double> logEnd(double near, Pane pane) {
    double theta = Math.log1p(near / variance());
    return pane.sketch().map(sketch -> logEndAt(theta, ReliabilityBets.bins(sketch)));
  }

  private double logEndAt(double theta, ConfidenceBins bins) {
    double log = 0;
    for (int b = 0; b < BINS; b++) {
      if (bins.count(b) > 0) {
        double growth = Math.expm1(theta * weight(b));
        double lower = BINNING.lower(b);
        double upper = BINNING.upper(b);
        double part = (bins.mean(b) - lower) / (upper - lower);
        double chord = (1 - part) * Math.log1p(lower * growth) + part * Math.log1p(upper * growth);
        log += bins.count(b) * chord - theta * weight(b) * bins.hits(b);
      }
    }
    return log;
  }

  /**
   * Such as "predictions of class 1 with 40 % to 60 % come true more often, by .38 in log-odds".
   */
  @Override
  public String describe() {
    int at = strongest();
    double least = DESCRIBED * weight(at) * weight(at);
    int from = at;
    int to = at;
    while (from > 0 && weight(from - 1) * weight(at) >= least) {
      from--;
    }
    while (to < BINS - 1 && weight(to + 1) * weight(at) >= least) {
      to++;
    }
    return String.format(
        Locale.ROOT,
        "%s comes %s often than predicted where its probability is %s to %s: up to %.2f in log-odds",
        space.size() == 2 ? "class 1" : "the most probable class",
        weight(at) > 0 ? "more" : "less",
        percent(BINNING.lower(from)),
        percent(BINNING.upper(to)),
        largest());
  }

  private static String percent(double probability) {
    double percent = 100 * probability;
    boolean isFine = percent < 1 || percent > 99;
    return isFine && percent > 0 && percent < 100
        ? String.format(Locale.ROOT, "%s %%", Double.toString(Math.rint(percent * 1e4) / 1e4))
        : String.format(Locale.ROOT, "%.0f %%", percent);
  }
}
