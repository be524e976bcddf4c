package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.CellMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.score.LabelNoise;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Tilts of predictions of real numbers by what is predicted: in each cell the location and the
 * spread that was seen there, with k labels that were as predicted. All cells together, of all
 * labels (k = 20 and 100 in each cell) and of late ones (20); and each cell alone (20).
 */
final class CellTilts implements Tilts {
  private static final double PRIOR = 20;
  private static final double STRONG_PRIOR = 100;

  /** The smallest variance of a tilt. */
  private static final double SMALLEST = 0.05;

  private final TargetSpace space;
  private final int cells;
  private final int version;
  private final IntFunction<String> places;

  /** What a label costs, as of several numbers those that are far out do not count. */
  private final double cost;

  /**
   * The tilts.
   *
   * @param space of real numbers
   * @param profile null if there is none yet, so that no pane has such sums
   * @param noise what a single label may say at most
   */
  CellTilts(TargetSpace space, @Nullable Profile profile, LabelNoise noise) {
    this.space = space;
    this.cost = space.size() == 1 ? 0 : -Math.log1p(-noise.share());
    this.cells = CellMoments.cells(space);
    this.version = profile == null ? 0 : profile.version();
    this.places = profile == null ? cell -> "" : CellMoments.places(profile);
  }

  @Override
  public int version() {
    return version;
  }

  @Override
  public int sums() {
    return CellMoments.PER_CELL * cells;
  }

  @Override
  public Optional<double[]> sums(Sketch pane) {
    boolean isSame = pane.plan().profile().filter(of -> of.version() == version).isPresent();
    return isSame ? pane.cellSums() : Optional.empty();
  }

  @Override
  public double cost(Sketch pane) {
    double[] sums = pane.cellSums().orElseGet(() -> new double[0]);
    double n = 0;
    for (int at = 0; at < sums.length; at += CellMoments.PER_CELL) {
      n += sums[at];
    }
    return n * cost;
  }

  @Override
  public List<Tilt> aimed(double[] all, double[] lately) {
    List<Tilt> tilts = new ArrayList<>();
    tilts.add(fit(all, PRIOR, 0, cells));
    tilts.add(fit(lately, PRIOR, 0, cells));
    tilts.add(fit(all, STRONG_PRIOR, 0, cells));
    for (int k = 0; k < cells; k++) {
      tilts.add(fit(all, PRIOR, k, k + 1));
    }
    return tilts;
  }

  private Tilt fit(double[] sums, double prior, int from, int to) {
    double[] means = new double[cells];
    double[] variances = new double[cells];
    Arrays.fill(variances, 1);
    int d = space.size();
    for (int k = from; k < to; k++) {
      int at = CellMoments.PER_CELL * k;
      double n = sums[at] + prior;
      means[k] = sums[at + 1] / n;
      double square = (sums[at + 2] + prior * d) / (n * d);
      variances[k] = Math.max(SMALLEST, square - means[k] * means[k] / d);
    }
    return CellTilt.of(d, places, means, variances);
  }

  @Override
  public List<List<Tilt>> fixed() {
    return List.of();
  }

  @Override
  public Tilt read(DoubleBuffer state) {
    return CellTilt.read(space.size(), places, cells, state);
  }
}
