package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.Projection;
import io.evenkeel.core.moments.QuarterMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The residuals of probabilities, weighed by shifts of log-odds in the quarters of a feature, of
 * which the largest is ±1; 0 of cases without it. Mutable.
 */
final class QuarterDirection extends BinDirection {
  private static final int CELLS = FeatureQuarters.CELLS;

  private final Place place;
  private final double[] weights;
  private final double largest;
  private final double mean;
  private final double variance;

  /** One of the features of a profile. */
  record Place(TargetSpace space, List<FeatureQuarters> features, int feature) {}

  private QuarterDirection(
      Place place, double[] weights, double largest, double mean, double variance) {
    this.place = place;
    this.weights = weights;
    this.largest = largest;
    this.mean = mean;
    this.variance = variance;
  }

  /**
   * The direction of shifts.
   *
   * @param shifts of the log-odds in each quarter
   * @param variances the share of each quarter in the variance of a residual
   */
  static QuarterDirection of(Place place, double[] shifts, double[] variances) {
    double largest = Arrays.stream(shifts).map(Math::abs).max().orElse(0);
    double scale = largest > 0 ? 1 / largest : 0;
    double[] weights = Arrays.stream(shifts).map(shift -> shift * scale).toArray();
    double variance = 0;
    for (int k = 0; k < CELLS; k++) {
      variance += weights[k] * weights[k] * variances[k];
    }
    return new QuarterDirection(place, weights, largest, largest * variance, variance);
  }

  /** The direction whose {@linkplain #write state} is known. */
  static QuarterDirection read(
      TargetSpace space, List<FeatureQuarters> features, DoubleBuffer state) {
    Place place = new Place(space, features, (int) state.get());
    double[] weights = new double[CELLS];
    state.get(weights);
    QuarterDirection direction =
        new QuarterDirection(place, weights, state.get(), state.get(), state.get());
    direction.resume(state);
    return direction;
  }

  @Override
  public int length() {
    return 1 + CELLS + 3 + super.length();
  }

  @Override
  public void write(DoubleBuffer state) {
    state.put(place.feature).put(weights).put(largest).put(mean).put(variance);
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

  @Override
  public Optional<Projection> project(Pane pane) {
    return pane.sketch().flatMap(this::project);
  }

  private Optional<Projection> project(Sketch sketch) {
    return sketch.quarterSums().map(sums -> project(sums, sketch.outcomes().weight()));
  }

  private Projection project(double[] sums, double n) {
    double sum = 0;
    double squares = 0;
    double nullVariance = 0;
    for (int k = 0; k < CELLS; k++) {
      int at = QuarterMoments.PER_FEATURE * place.feature + QuarterMoments.PER_CELL * k;
      double square = weights[k] * weights[k];
      sum += weights[k] * sums[at];
      squares += square * sums[at + 1];
      nullVariance += square * sums[at + 2];
    }
    return new Projection((long) n, sum, squares, nullVariance);
  }

  /**
   * Such as "class 1 comes more often than predicted where feature age is 52 or more (its upper
   * quarter): by 0.50 in log-odds".
   */
  @Override
  public String describe() {
    int at = 0;
    for (int k = 1; k < CELLS; k++) {
      at = Math.abs(weights[k]) > Math.abs(weights[at]) ? k : at;
    }
    return String.format(
        Locale.ROOT,
        "%s comes %s often than predicted where %s: by %.2f in log-odds",
        place.space.size() == 2 ? "class 1" : "the most probable class",
        weights[at] > 0 ? "more" : "less",
        place.features.get(place.feature).describe(at),
        largest);
  }
}
