package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.QuarterMoments;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import java.nio.DoubleBuffer;
import java.util.List;

/**
 * Of predictions over classes: the log-odds of class 1 of two, else of the most probable class, are
 * shifted by θ in a quarter of a feature.
 *
 * <p>For residuals r with null variance v, exp(θ Σr − θ² w/2) with w = Σr²/3 + 2 Σv/3 has
 * expectation at most 1 for every θ, as exp(x − x²/6) ≤ 1 + x + x²/3 for every real x (Delyon 2009,
 * doi:10.1214/EJP.v14-635). The factor of a quarter is the average of these over θ ~ N(S/A, 1/A),
 * what θ ~ N(0, {@value #SD}²) becomes by the sums S = Σr and A = SD⁻² + w of earlier panes.
 */
final class ShiftedQuarters implements QuarterAlternative {
  private static final double SD = 0.4;
  private static final double PRECISION = 1 / (SD * SD);

  private final TargetSpace space;
  private final List<FeatureQuarters> features;

  /** Shifts by these features. */
  ShiftedQuarters(TargetSpace space, List<FeatureQuarters> features) {
    this.space = space;
    this.features = features;
  }

  @Override
  public double logFactor(double[] past, double[] pane) {
    double log = 0;
    for (int k = 0; k < FeatureQuarters.CELLS; k++) {
      double before = past[QuarterMoments.PER_CELL * k];
      double after = before + pane[QuarterMoments.PER_CELL * k];
      double a = PRECISION + weight(past, k);
      double b = a + weight(pane, k);
      log += (Math.log(a / b) + after * after / b - before * before / a) / 2;
    }
    return log;
  }

  /** w of a quarter. */
  private static double weight(double[] sums, int cell) {
    int at = QuarterMoments.PER_CELL * cell;
    return (sums[at + 1] + 2 * sums[at + 2]) / 3;
  }

  @Override
  public OpenFault found(int feature, double[] past, double labels, QuarterBets.Found at) {
    double[] shifts = new double[FeatureQuarters.CELLS];
    double[] variances = new double[FeatureQuarters.CELLS];
    for (int k = 0; k < shifts.length; k++) {
      int from = QuarterMoments.PER_CELL * k;
      shifts[k] = past[from] / (PRECISION + weight(past, k));
      variances[k] = past[from + 2] / labels;
    }
    Direction direction =
        QuarterDirection.of(
            new QuarterDirection.Place(space, features, feature), shifts, variances);
    return ResidualFault.found(at.deviations(), direction, at.stretch(), at.since());
  }

  @Override
  public OpenFault read(Deviations deviations, DoubleBuffer state) {
    return ResidualFault.read(deviations, QuarterDirection.read(space, features, state), state);
  }
}
