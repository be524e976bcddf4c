package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.score.LabelNoise;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * The sums of normal scores of predictions of real numbers, by {@linkplain PredictionCells cells}
 * of predictions.
 *
 * <p>Layout: for each cell the sums of {@link CellResidual}.
 */
public final class CellMoments implements AdditiveStatistic {
  /** The doubles of a cell. */
  public static final int PER_CELL = CellResidual.SUMS;

  private final PredictionCells cells;
  private final TargetSpace space;
  private final LabelNoise noise;

  /**
   * The sums by the cells of a profile.
   *
   * @param profile of real numbers
   * @param noise what a single label may say at most
   */
  CellMoments(Profile profile, LabelNoise noise) {
    this.cells = new PredictionCells(profile);
    this.space = profile.space();
    this.noise = noise;
  }

  /** Whether targets in the space have such sums. */
  static boolean suits(TargetSpace space) {
    return space.kind() == TargetSpace.Kind.REALS;
  }

  /** The number of cells of predictions of real numbers. */
  public static int cells(TargetSpace space) {
    return PredictionCells.size(space);
  }

  /** What the predictions of each cell of a profile have in common, such as "more than 12.3". */
  public static IntFunction<String> places(Profile profile) {
    return new PredictionCells(profile)::describe;
  }

  @Override
  public int length() {
    return PER_CELL * cells(space);
  }

  @Override
  public Accumulator accumulator(double[] block, int offset) {
    CellResidual residual = new CellResidual(space, noise);
    return (p, y, weight) -> {
      if (residual.set(p, y)) {
        int cell = cells.of(p);
        if (cell >= 0) {
          residual.add(weight, block, offset + PER_CELL * cell);
        }
      }
    };
  }

  /** The sums in a block. */
  double[] sums(double[] block, int offset) {
    return Arrays.copyOfRange(block, offset, offset + length());
  }
}
