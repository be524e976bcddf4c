package io.evenkeel.core.moments;

import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.RealVector;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.score.LabelNoise;
import io.evenkeel.core.score.WhitenedResidual;
import java.util.Arrays;

/**
 * The sums of {@link NormalSums}: of {@linkplain WhitenedResidual whitened residuals} z of
 * predictions of several real numbers, which are N(0, I) if the predictions are calibrated.
 *
 * <p>Layout: n; Σz (d); for d up to {@value #MAX_FULL} Σzzᵀ as the d(d + 1)/2 entries of the upper
 * triangle, row by row; for larger d its diagonal (d) and Σ(1ᵀz)².
 *
 * <p>Ensembles, mixtures and predictions without variance in some direction do not count. Nor do
 * residuals that are longer than {@linkplain LabelNoise#squaredRadius labels can be trusted} with:
 * a single one of them could dominate a sum of squares.
 *
 * @param space of d &ge; 2 real numbers
 * @param noise what a single label may say at most
 */
public record NormalMoments(TargetSpace space, LabelNoise noise) implements AdditiveStatistic {
  /** The largest number of coordinates of which every pair has a sum. */
  public static final int MAX_FULL = 16;

  /** Checks the space. */
  public NormalMoments {
    if (!suits(space)) {
      throw new IllegalArgumentException(
          "residuals are whitened for several real numbers, got " + space);
    }
  }

  /** Whether targets in the space have such sums. */
  static boolean suits(TargetSpace space) {
    return space.kind() == TargetSpace.Kind.REALS && space.size() > 1;
  }

  private boolean isFull() {
    return space.size() <= MAX_FULL;
  }

  @Override
  public int length() {
    int d = space.size();
    return 1 + d + (isFull() ? Triangle.length(d) : d + 1);
  }

  @Override
  public Accumulator accumulator(double[] block, int offset) {
    WhitenedResidual residual = new WhitenedResidual(space.size());
    double farthest = noise.squaredRadius(space.size());
    return (p, y, weight) -> {
      if (p instanceof Normal normal
          && residual.set(normal, (RealVector) y)
          && residual.squaredLength() <= farthest) {
        block[offset] += weight;
        add(residual, weight, block, offset + 1);
      }
    };
  }

  private void add(WhitenedResidual z, double weight, double[] block, int offset) {
    int d = space.size();
    int at = offset + d;
    double sum = 0;
    for (int i = 0; i < d; i++) {
      double zi = weight * z.get(i);
      block[offset + i] += zi;
      sum += z.get(i);
      int end = isFull() ? d : i + 1;
      for (int j = i; j < end; j++) {
        block[at++] += zi * z.get(j);
      }
    }
    if (!isFull()) {
      block[at] += weight * sum * sum;
    }
  }

  /** The sums in a block. */
  public NormalSums sums(double[] block, int offset) {
    return new NormalSums(space.size(), Arrays.copyOfRange(block, offset, offset + length()));
  }
}
