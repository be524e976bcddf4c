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
 */
final class ReliabilityDirection extends BinDirection {
  private static final Binning BINNING = ReliabilityMoments.BINNING;
  private static final int BINS = BINNING.bins();

  /** The curve is told where it is at least this share of its largest value. */
  private static final double TOLD = 0.5;

  private final TargetSpace space;
  private final double[] weights;
  private final double largest;
  private final double mean;
  private final double variance;

  private ReliabilityDirection(
      TargetSpace space, double[] weights, double largest, double mean, double variance) {
    this.space = space;
    this.weights = weights;
    this.largest = largest;
    this.mean = mean;
    this.variance = variance;
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
    double largest = Arrays.stream(curve).map(Math::abs).max().orElse(0);
    double scale = largest > 0 ? 1 / largest : 0;
    double n = Arrays.stream(counts).sum();
    double[] weights = Arrays.stream(curve).map(theta -> theta * scale).toArray();
    double variance = 0;
    for (int b = 0; b < BINS; b++) {
      variance += weights[b] * weights[b] * variances[b] / n;
    }
    return new ReliabilityDirection(space, weights, largest, largest * variance, variance);
  }

  /** The direction whose {@linkplain #write state} is known. */
  static ReliabilityDirection read(TargetSpace space, DoubleBuffer state) {
    double[] weights = new double[BINS];
    state.get(weights);
    ReliabilityDirection direction =
        new ReliabilityDirection(space, weights, state.get(), state.get(), state.get());
    direction.resume(state);
    return direction;
  }

  @Override
  public int length() {
    return BINS + 3 + super.length();
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(weights).put(largest).put(mean).put(variance);
    super.write(state);
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public double variance() {
    return variance;
  }

  /** Squares and null variances are bounded from above by what is known of a bin. */
  @Override
  public Optional<Projection> project(Pane pane) {
    return pane.sketch().map(sketch -> project(sketch.confidences()));
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
      double square = weights[b] * weights[b];
      n += bins.count(b);
      sum += weights[b] * (bins.hits(b) - bins.sum(b));
      squares += square * (bins.hits(b) * above * above + missed * below * below);
      nullVariance += square * bins.variance(b);
    }
    return new Projection((long) n, sum, squares, nullVariance);
  }

  /**
   * Such as "predictions of class 1 with 40 % to 60 % come true more often, by .38 in log-odds".
   */
  @Override
  public String describe() {
    int at = 0;
    for (int b = 1; b < BINS; b++) {
      at = Math.abs(weights[b]) > Math.abs(weights[at]) ? b : at;
    }
    int from = at;
    int to = at;
    while (from > 0 && weights[from - 1] * weights[at] >= TOLD * weights[at] * weights[at]) {
      from--;
    }
    while (to < BINS - 1 && weights[to + 1] * weights[at] >= TOLD * weights[at] * weights[at]) {
      to++;
    }
    return String.format(
        Locale.ROOT,
        "%s comes %s often than predicted where its probability is %s to %s: up to %.2f in log-odds",
        space.size() == 2 ? "class 1" : "the most probable class",
        weights[at] > 0 ? "more" : "less",
        percent(BINNING.lower(from)),
        percent(BINNING.upper(to)),
        largest);
  }

  private static String percent(double probability) {
    double percent = 100 * probability;
    boolean isFine = percent < 1 || percent > 99;
    return isFine && percent > 0 && percent < 100
        ? String.format(Locale.ROOT, "%s %%", Double.toString(Math.rint(percent * 1e4) / 1e4))
        : String.format(Locale.ROOT, "%.0f %%", percent);
  }
}
