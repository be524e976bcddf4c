package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.QuarterMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.moments.SketchPlan;
import io.evenkeel.core.profile.FeatureQuarters;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Of predictions of real numbers: in each quarter the location and the spread that was seen there,
 * with 20 labels that were as predicted. See {@link CellTilt}.
 */
final class TiltedQuarters implements QuarterAlternative {
  private static final double PRIOR = 20;

  private final int dimension;

  /** What a label costs, as of several numbers those that are far out do not count. */
  private final double cost;

  private final List<FeatureQuarters> features;

  /** Tilts by the features of a plan. */
  TiltedQuarters(SketchPlan plan, List<FeatureQuarters> features) {
    this.dimension = plan.space().size();
    this.cost = dimension == 1 ? 0 : -Math.log1p(-plan.labelNoise().share());
    this.features = features;
  }

  @Override
  public double logFactor(double[] past, double[] pane) {
    double n = 0;
    for (int k = 0; k < FeatureQuarters.CELLS; k++) {
      n += pane[QuarterMoments.PER_CELL * k];
    }
    return fit(0, past).logRatio(1, pane) - n * cost;
  }

  private CellTilt fit(int feature, double... past) {
    return CellTilt.fit(cells(feature), past, PRIOR, 0, FeatureQuarters.CELLS);
  }

  private CellTilt.Cells cells(int feature) {
    int from = QuarterMoments.PER_FEATURE * feature;
    return new CellTilt.Cells(
        dimension, pane -> sums(pane, from), cell -> features.get(feature).describe(cell));
  }

  private static Optional<double[]> sums(Sketch pane, int from) {
    return pane.quarterSums()
        .map(sums -> Arrays.copyOfRange(sums, from, from + QuarterMoments.PER_FEATURE));
  }

  @Override
  public OpenFault found(int feature, double[] past, double labels, QuarterBets.Found at) {
    Tilt tilt = new QuarterTilt(feature, fit(feature, past));
    return TiltFault.found(at.deviations(), tilt, at.stretch(), at.since());
  }

  @Override
  public OpenFault read(Deviations deviations, DoubleBuffer state) {
    int feature = (int) state.get();
    CellTilt tilt = CellTilt.read(cells(feature), FeatureQuarters.CELLS, state);
    return TiltFault.read(deviations, new QuarterTilt(feature, tilt), state);
  }

  /** A tilt by one of the features, whose number comes first in its state. */
  private record QuarterTilt(int feature, CellTilt tilt) implements ExponentialTilt {
    @Override
    public int sums() {
      return tilt.sums();
    }

    @Override
    public Optional<double[]> sums(Sketch pane) {
      return tilt.sums(pane);
    }

    @Override
    public double logRatio(double x, double... sums) {
      return tilt.logRatio(x, sums);
    }

    @Override
    public String describe() {
      return tilt.describe();
    }

    @Override
    public int length() {
      return 1 + tilt.length();
    }

    @Override
    public void write(DoubleBuffer state) {
      state.put(feature);
      tilt.write(state);
    }
  }
}
