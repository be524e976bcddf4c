package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.CellMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.recalibration.LocationScale;
import io.evenkeel.core.recalibration.RecalibrationFamily.Score;
import io.evenkeel.core.score.LabelNoise;
import java.util.Optional;

/**
 * Shifts together with scales of predictions of one real number, in their standard deviations: the
 * shift, and the scale. Sums: those of {@link CellMoments} over all cells, n, Σz and Σz². There are
 * none before there is a profile, and none of ensembles. One direction: that of the map.
 *
 * <p>Targets that are farther out than {@linkplain LabelNoise#farthest labels can be trusted} with
 * have the score of those there. Where most are, they look alike, wherever they are: predictions
 * are shifted then, and not made narrower.
 */
final class LocationScaleMaps implements MapLearner {
  static final int SUMS = CellMoments.PER_CELL;

  /** Of normal scores, 2.3 % are beyond so many standard deviations on one side. */
  private static final double TAIL = 2;

  private final double farthest;

  /** Learns from labels with some noise. */
  LocationScaleMaps(LabelNoise noise) {
    this.farthest = noise.farthest();
  }

  /** The sums of a pane. */
  static double[] sums(Sketch pane) {
    double[] cells = pane.cellSums().orElseGet(() -> new double[0]);
    double[] sums = new double[SUMS];
    for (int i = 0; i < cells.length; i++) {
      sums[i % SUMS] += cells[i];
    }
    return sums;
  }

  @Override
  public int parameters() {
    return 2;
  }

  @Override
  public Optional<double[]> fit(double... sums) {
    LocationScale fitted = LocationScale.fit(sums[0], sums[1], sums[2]);
    boolean isBeyond = Math.abs(fitted.shift()) + TAIL * fitted.scale() > farthest;
    double[] map = {fitted.shift(), isBeyond ? Math.max(1, fitted.scale()) : fitted.scale()};
    return logRatio(map, sums) > 0 ? Optional.of(map) : Optional.empty();
  }

  @Override
  public double logRatio(double[] map, double... sums) {
    return map(map).logRatio(sums[0], sums[1], sums[2]);
  }

  @Override
  public double prior(double... map) {
    return map(map).shrinkage();
  }

  @Override
  public double degrees(double... map) {
    return 2;
  }

  @Override
  public LocationScale published(double[] map, double... sums) {
    return map(map);
  }

  private static LocationScale map(double... parameters) {
    return new LocationScale(parameters[0], parameters[1]);
  }

  @Override
  public int directions() {
    return 1;
  }

  @Override
  public int direction(double... map) {
    return 0;
  }

  /** Of Σ(hz + pz²/2) with h = δ/s² and p = 1 − 1/s², in units of its standard deviation. */
  @Override
  public Score score(int direction, Optional<double[]> map, double... sums) {
    if (map.isEmpty() || !(sums[0] > 0)) {
      return new Score(0, 0);
    }
    double shift = map.get()[0];
    double v = map.get()[1] * map.get()[1];
    double h = shift / v;
    double p = 1 - 1 / v;
    double n = sums[0];
    double slope = h * (sums[1] - n * shift) + p / 2 * (sums[2] - n * (v + shift * shift));
    double linear = h + p * shift;
    double variance = n * (linear * linear * v + p * p * v * v / 2);
    return variance > 0 ? new Score(slope / Math.sqrt(variance), 1) : new Score(0, 0);
  }
}
