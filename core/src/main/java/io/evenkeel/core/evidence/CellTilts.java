package io.evenkeel.core.evidence;

import io.evenkeel.core.moments.CellMoments;
import io.evenkeel.core.moments.Sketch;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.score.LabelNoise;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
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

  private final CellTilt.Cells cells;
  private final int size;
  private final int version;

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
    IntFunction<String> places = profile == null ? cell -> "" : CellMoments.places(profile);
    this.cells =
        new CellTilt.Cells(
            space.size(), Sketch::cellSums, cell -> "it predicts " + places.apply(cell));
    this.cost = space.size() == 1 ? 0 : -Math.log1p(-noise.share());
    this.size = CellMoments.cells(space);
    this.version = profile == null ? 0 : profile.version();
  }

  @Override
  public int version() {
    return version;
  }

  @Override
  public int sums() {
    return CellMoments.PER_CELL * size;
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
    tilts.add(CellTilt.fit(cells, all, PRIOR, 0, size));
    tilts.add(CellTilt.fit(cells, lately, PRIOR, 0, size));
    tilts.add(CellTilt.fit(cells, all, STRONG_PRIOR, 0, size));
    for (int k = 0; k < size; k++) {
      tilts.add(CellTilt.fit(cells, all, PRIOR, k, k + 1));
    }
    return tilts;
  }

  @Override
  public List<List<Tilt>> fixed() {
    return List.of();
  }

  @Override
  public Tilt read(DoubleBuffer state) {
    return CellTilt.read(cells, size, state);
  }
}
