package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.ClassLabel;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.core.prediction.Target;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.core.profile.Profile;
import io.evenkeel.core.score.LabelNoise;
import java.util.Arrays;

/**
 * The sums of residuals by the {@linkplain FeatureQuarters quarters} of each feature of a profile.
 *
 * <p>Layout: for each feature and each of its cells, three sums over the cases in the cell. Of
 * classes, with the probability c of class 1 of two, else of the most probable class: Σ(k − c), Σ(k
 * − c)² and Σc(1 − c), k being 1 where it came true, else 0. Of real numbers, those of {@link
 * CellResidual}. Cases without a feature are in none of its cells.
 */
public final class QuarterMoments {
  /** The sums of a cell. */
  public static final int PER_CELL = CellResidual.SUMS;

  /** The sums of a feature. */
  public static final int PER_FEATURE = PER_CELL * FeatureQuarters.CELLS;

  private final TargetSpace space;
  private final int features;
  private final LabelNoise noise;

  /** A mutable adder of observations to the sums. */
  @FunctionalInterface
  interface QuarterAccumulator {
    /**
     * Adds an observation, without allocation.
     *
     * @param cells of each feature, {@link FeatureQuarters#NONE} where the case is in none
     * @param weight of the observation, in (0, 1]; its negative takes the observation back
     */
    void add(PredictiveDistribution p, Target y, byte[] cells, double weight);
  }

  /**
   * The sums by the features of a profile.
   *
   * @param noise what a single label may say at most
   */
  QuarterMoments(Profile profile, LabelNoise noise) {
    this.space = profile.space();
    this.features = profile.features().size();
    this.noise = noise;
  }

  int length() {
    return PER_FEATURE * features;
  }

  /** Adds to {@code block[offset]} to {@code block[offset + length() - 1]}. */
  QuarterAccumulator accumulator(double[] block, int offset) {
    return space.kind() == TargetSpace.Kind.CLASSES
        ? ofClasses(block, offset)
        : ofNumbers(block, offset);
  }

  private QuarterAccumulator ofClasses(double[] block, int offset) {
    return (p, y, cells, weight) -> {
      Categorical categorical = (Categorical) p;
      int index = space.size() == 2 ? 1 : categorical.argmax();
      double c = categorical.probability(index);
      double residual = (((ClassLabel) y).index() == index ? 1 : 0) - c;
      for (int i = 0; i < cells.length; i++) {
        if (cells[i] >= 0) {
          int at = at(offset, i, cells[i]);
          block[at] += weight * residual;
          block[at + 1] += weight * residual * residual;
          block[at + 2] += weight * c * (1 - c);
        }
      }
    };
  }

  private QuarterAccumulator ofNumbers(double[] block, int offset) {
    CellResidual residual = new CellResidual(space, noise);
    return (p, y, cells, weight) -> {
      if (cells.length > 0 && residual.set(p, y)) {
        for (int i = 0; i < cells.length; i++) {
          if (cells[i] >= 0) {
            residual.add(weight, block, at(offset, i, cells[i]));
          }
        }
      }
    };
  }

  private static int at(int offset, int feature, int cell) {
    return offset + PER_FEATURE * feature + PER_CELL * cell;
  }

  /** The sums in a block. */
  double[] sums(double[] block, int offset) {
    return Arrays.copyOfRange(block, offset, offset + length());
  }
}
