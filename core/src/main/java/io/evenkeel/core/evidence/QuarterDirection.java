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
final class QuarterDirection extends ShiftedBins {
  private static final int CELLS = FeatureQuarters.CELLS;

  private final Place place;

  /** One of the features of a profile. */
  record Place(TargetSpace space, List<FeatureQuarters> features, int feature) {}

  private QuarterDirection(Place place, double[] shifts, double[] variances) {
    super(large(shifts), variances);
    this.place = place;
  }

  private QuarterDirection(Place place, DoubleBuffer state) {
    super(CELLS, state);
    this.place = place;
  }

  /** Those at least half as large as the largest: smaller ones are mostly chance. */
  private static double[] large(double[] shifts) {
    double largest = Arrays.stream(shifts).map(Math::abs).max().orElse(0);
    return Arrays.stream(shifts).map(x -> Math.abs(x) < largest / 2 ? 0 : x).toArray();
  }

  /**
   * The direction of shifts.
   *
   * @param shifts of the log-odds in each quarter
   * @param variances the share of each quarter in the variance of a residual
   */
  static QuarterDirection of(Place place, double[] shifts, double[] variances) {
    return new QuarterDirection(place, shifts, variances);
  }

  /** The direction whose {@linkplain #write state} is known. */
  static QuarterDirection read(
      TargetSpace space, List<FeatureQuarters> features, DoubleBuffer state) {
    return new QuarterDirection(new Place(space, features, (int) state.get()), state);
  }

  @Override
  public int length() {
    return 1 + super.length();
  }

  /** The number of the feature, then the rest. */
  @Override
  public void write(DoubleBuffer state) {
    state.put(place.feature);
    super.write(state);
  }

  @Override
  public Optional<Projection> project(Pane pane) {
    return pane.sketch().flatMap(this::project);
  }

  private Optional<Projection> project(Sketch sketch) {
    return sketch.quarterSums().map(this::project).filter(of -> of.nullVariance() > 0);
  }

  /**
   * As of so many labels as have the variance of the pane where the fault was found: those outside
   * of the quarters say nothing of it, and do not show that it is gone.
   */
  private Projection project(double[] sums) {
    double sum = 0;
    double squares = 0;
    double nullVariance = 0;
    for (int k = 0; k < CELLS; k++) {
      int at = QuarterMoments.PER_FEATURE * place.feature + QuarterMoments.PER_CELL * k;
      double square = weight(k) * weight(k);
      sum += weight(k) * sums[at];
      squares += square * sums[at + 1];
      nullVariance += square * sums[at + 2];
    }
    return new Projection(nullVariance / variance(), sum, squares, nullVariance);
  }

  /**
   * Such as "class 1 comes more often than predicted where feature age is 52 or more (its upper
   * quarter): by 0.50 in log-odds".
   */
  @Override
  public String describe() {
    int at = strongest();
    return String.format(
        Locale.ROOT,
        "%s comes %s often than predicted where %s: by %.2f in log-odds",
        place.space.size() == 2 ? "class 1" : "the most probable class",
        weight(at) > 0 ? "more" : "less",
        place.features.get(place.feature).describe(at),
        largest());
  }
}
